// Failed tests with their errors: printed once more after everything, because the output of two runners is mixed and long. A failed story
// also shows its pages and what the server logged, because nobody may have the machine where it failed.
import { readFileSync } from 'node:fs'

/** Failed stories in a JSON report of Playwright. `logFile` is the log of their server. */
export function failedStories({ suites = [], errors = [] }, logFile) {
  const specs = suites.flatMap(specsOf)
  return [
    ...errors.map((error) => ({ title: 'Browser tests', error: error.message })),
    ...specs.filter((spec) => !spec.ok).map((spec) => describeStory(spec, logFile)),
  ]
}

function describeStory(spec, logFile) {
  const results = spec.tests.flatMap((test) => test.results)
  const failed = results.find(({ errors }) => errors.length > 0) ?? results[0]
  return {
    title: `${spec.file}:${spec.line} › ${spec.title}`,
    error: failed?.errors[0]?.message,
    pages: failed && readPages(failed),
    log: failed && readLog(failed, logFile),
  }
}

/**
 * What its pages showed when the story failed: its first page, from the file that Playwright writes for it, and those that it opened itself
 * (`e2e/support/describe-pages.ts`).
 */
function readPages({ attachments }) {
  const { path } = attachments.find(({ name }) => name === 'error-context') ?? {}
  const first = readIfThere(path).match(/^# Page snapshot\n+```yaml\n(.*?)\n```/ms)?.[1]
  const others = Buffer.from(attachments.find(({ name }) => name === 'pages')?.body ?? '', 'base64').toString()
  return [first, others].filter(Boolean).join('\n')
}

/** Lines of warnings and errors that the server logged while the story ran, also those of other stories at that time. */
function readLog({ startTime, duration }, logFile) {
  const begin = Date.parse(startTime)
  return readIfThere(logFile)
    .split('\n')
    .filter((line) => {
      const [, level, time] = line.match(/^{"level":(\d+),"time":"([^"]+)"/) ?? []
      const at = Date.parse(time)
      return level >= warning && at >= begin && at <= begin + duration
    })
    .join('\n')
}

/** A failure as text, without colours, shortened. */
export function failureText({ title, error = 'no error was reported', pages, log }) {
  return [
    `✗ ${title}`,
    ...shorten(error, 25),
    ...(pages ? ['  Its pages:', ...shorten(pages, 45)] : []),
    ...(log ? ['  The log of the server:', ...shorten(log, 10)] : []),
  ].join('\n')
}

function shorten(text, maxLines) {
  const lines = text.replaceAll(colours, '').trim().split('\n')
  const left = lines.length - maxLines
  return [
    ...lines.slice(0, maxLines).map((line) => `    ${line.slice(0, maxColumns)}`),
    ...(left > 0 ? [`    … ${left} more lines`] : []),
  ]
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // the page was closed, or the server never started
  }
}

/** Level of a warning in the log. */
const warning = 40
const maxColumns = 300
// biome-ignore lint/suspicious/noControlCharactersInRegex: the codes of colours begin with one.
const colours = /\u001b\[\d+(;\d+)*m/g

function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
}
