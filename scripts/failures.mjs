// Failed tests with their errors: printed once more after everything, because the output of two runners is mixed and long.

/** Failed stories in a JSON report of Playwright. */
export function failedStories({ suites = [], errors = [] }) {
  const specs = suites.flatMap(specsOf)
  return [
    ...errors.map((error) => ({ title: 'Browser tests', error: error.message })),
    ...specs
      .filter((spec) => !spec.ok)
      .map((spec) => ({
        title: `${spec.file}:${spec.line} › ${spec.title}`,
        error: spec.tests.flatMap((test) => test.results.flatMap((result) => result.errors))[0]?.message,
      })),
  ]
}

/** One failure as text, without colours, shortened. */
export function failureText({ title, error = 'no error was reported' }) {
  const lines = error.replaceAll(colours, '').trim().split('\n').slice(0, maxLines)
  return [`✗ ${title}`, ...lines.map((line) => `    ${line.slice(0, maxColumns)}`)].join('\n')
}

const maxLines = 25
const maxColumns = 300
// biome-ignore lint/suspicious/noControlCharactersInRegex: the codes of colours begin with one.
const colours = /\u001b\[\d+(;\d+)*m/g

function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
}
