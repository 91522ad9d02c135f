import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runNode } from './processes.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const folders = '{api,checks,client,contract,e2e,web}'

/** Test files with a test that has an item's id in its title. */
export function listTestFiles(item: string): { tests: string[]; stories: string[] } {
  const hasId = (file: string) => readFileSync(join(root, file), 'utf8').includes(`[${item}]`)
  const find = (pattern: string) =>
    globSync(`${folders}/**/${pattern}`, { cwd: root, exclude: (name) => name === 'node_modules' })
      .filter(hasId)
      .sort()
  return { tests: find('*.test.ts'), stories: find('*.spec.ts') }
}

export interface Environment {
  folder: string
  databaseUrl: string
  env: Record<string, string>
}

const withId = (item: string | undefined) => (item ? `\\[${item.replaceAll('.', '\\.')}\\]` : undefined)

/** Runs tests of Node in the copy. Resolves with the title of the first that failed, undefined if all passed. */
export async function runTests(
  files: readonly string[],
  item: string | undefined,
  { folder, databaseUrl }: Environment,
) {
  const only = item ? [`--only=${withId(item)}`] : []
  const { code, output } = await runNode(['api/testing/part.ts', ...only, ...files], {
    cwd: folder,
    env: { TEST_DATABASE_URL: databaseUrl },
  })
  if (code === 0) return undefined
  return /✖ (?!failing)(.*?)(?: \([\d.]+ms\))?\n/.exec(output)?.[1] ?? output.trim().split('\n').at(-1)
}

/** Runs stories in the copy, like `runTests`. */
export async function runStories(files: readonly string[], item: string, { folder, env }: Environment) {
  const cli = 'node_modules/@playwright/test/cli.js'
  const { code, output } = await runNode(
    [cli, 'test', '--config', 'mutate/playwright.config.ts', '--reporter=line', '--grep', withId(item)!, ...files],
    { cwd: folder, env },
  )
  if (code === 0) return undefined
  const failed = /\d+\) (\S+?):\d+:\d+ › (.*?) ?[─\n]/.exec(output)
  const error = /\n\s+(?:\w*Error: ?.+)/.exec(output)?.[0].trim() ?? ''
  return failed ? `${failed[1]} › ${failed[2]!.trim()}: ${error}` : output.trim().slice(-300)
}
