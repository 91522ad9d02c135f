// npm test: all checks, on a machine that has only git, Node (20 or later) and npm.
// npm test -- --only types,lint,api,stories runs some of them.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOrInstallChromium } from './chromium.mjs'
import { failedStories, failureText } from './failures.mjs'
import { installInterpreters } from './interpreters.mjs'
import { build, install, seconds } from './prepare.mjs'
import { cacheDir, run } from './run.mjs'
import { useScratchFolder } from './scratch.mjs'
import { listTestFiles } from './test-files.mjs'
import { checkArguments, typeProjects } from './types.mjs'

const steps = { types: checkTypes, lint: checkLint, api: runTests, stories: runE2eTests }
const selected = choose(process.argv.slice(2))
const needsBuild = selected.includes('api') || selected.includes('stories')
const begin = Date.now()
useScratchFolder()

// On two cores the suite lasts as long as one of them is idle, so everything starts as soon as what it needs is there.
const installing = install()
const programs = installPrograms()
const node = await installing
const builds = needsBuild ? build(node) : undefined
const results = await Promise.all(selected.map((name) => steps[name]()))
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
for (const failure of results.flatMap((result) => result.failures ?? [])) console.log(failureText(failure))
console.log(`Total time: ${seconds(begin)}.`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/** Installs programs of the system, one after the other, because package managers allow one run at a time. */
async function installPrograms() {
  const chrome = selected.includes('stories')
    ? await findOrInstallChromium({ manyStories: true, packages: installing })
    : undefined
  if (selected.includes('api')) await installInterpreters()
  return { chrome }
}

async function checkTypes() {
  // The last one, of tests and tools, takes as long as the others together.
  const [last, ...others] = typeProjects.toReversed()
  return check('Types are correct', async () => {
    const codes = await Promise.all([checkProjects([last]), checkProjects(others)])
    return Math.max(...codes)
  })
}

async function checkProjects(projects) {
  for (const project of projects) {
    const failed = await run('tsc', checkArguments(project))
    if (failed) return failed
  }
  return 0
}

async function checkLint() {
  return check('Format and lint', () => run('biome', ['check', '--error-on-warnings']))
}

async function runTests() {
  await Promise.all([programs, builds])
  const sentence = 'Tests of contract, API and checks'
  return check(sentence, () => run(node, ['api/testing/run.ts', ...listTestFiles()]), countReports)
}

/** Sums the reports of all parts. A part that ended before it wrote a report fails by its exit code. */
function countReports() {
  const folder = join(cacheDir, 'reports')
  const reports = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const total = (name) => reports.reduce((sum, report) => sum + report[name], 0)
  const failures = reports.flatMap((report) => report.failures)
  return { passed: total('passed'), failed: total('failed'), failures }
}

async function runE2eTests() {
  const [{ chrome }] = await Promise.all([programs, builds])
  const report = freshReport('stories.json')
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json']
  const dataDir = mkdtempSync(join(tmpdir(), 'adire-e2e-'))
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, E2E_DATA_DIR: dataDir, ...(chrome && { CHROME: chrome }) }
  const sentence = 'Browser tests'
  return check(
    sentence,
    () => (chrome ? run('playwright', args, { env }) : 1),
    () => {
      const { stats, ...tests } = JSON.parse(readFileSync(report, 'utf8'))
      const failures = failedStories(tests, join(dataDir, 'log/adire.log'))
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected, failures }
    },
  )
}

/** Runs one step. If it reports no tests, or fails without a failed test, the step itself counts as the failure. */
async function check(sentence, work, count = () => ({ passed: 0, failed: 0 })) {
  const stepBegin = Date.now()
  console.log(`• ${sentence}`)
  const code = await work()
  let result
  try {
    result = count()
  } catch {
    result = { passed: 0, failed: 0 } // it ended before it wrote a report
  }
  if (code !== 0 && result.failed === 0) result.failed = 1
  console.log(
    result.failed ? `✗ Failed: ${sentence} (${seconds(stepBegin)})` : `  ${sentence}: passed in ${seconds(stepBegin)}`,
  )
  return result
}

function freshReport(name) {
  mkdirSync(cacheDir, { recursive: true })
  rmSync(join(cacheDir, name), { force: true })
  return join(cacheDir, name)
}

/** Steps of `--only api` or `--only=types,lint`; all of them by default. */
function choose(args) {
  const text = args.join(' ').match(/^--only[ =]([\w, ]+)$/)?.[1]
  const names = text ? text.split(/[, ]+/) : Object.keys(steps)
  const unknown = names.find((name) => !(name in steps))
  if ((args.length > 0 && !text) || unknown) {
    console.error(`✗ Use: npm test -- --only ${Object.keys(steps).join(',')}`)
    process.exit(2)
  }
  return Object.keys(steps).filter((name) => names.includes(name))
}
