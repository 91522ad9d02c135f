// Runs test files one after the other in this process, and writes their totals to REPORT and the statements they sent to STATEMENTS:
// `node api/testing/part.ts [--only=WORDS] FILE...`.
// Not `node --test`: child processes of the tests would inherit its flags and run as tests.
import { writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { recordStatementTexts } from './statements/record.ts'

/** For a test that hangs. The longest takes half a minute on a quiet machine, and three minutes where ten others want each core. */
const timeoutMs = 15 * 60_000

const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true })
const tests = run({
  files: positionals.map((file) => resolve(file)),
  isolation: 'none',
  timeout: timeoutMs,
  ...(values.only && { testNamePatterns: values.only }),
})
if (process.env.STATEMENTS) recordStatementTexts(process.env.STATEMENTS)
const failures: { title: string; error: string }[] = []
tests.on('test:fail', ({ name, file, details }) => {
  process.exitCode = 1
  const { cause, message } = details.error
  const error = cause instanceof Error ? (cause.stack ?? cause.message) : message
  failures.push({ title: file ? `${relative(process.cwd(), file)} › ${name}` : name, error })
})
tests.on('test:summary', ({ counts, file }) => {
  const { tests: all, passed, skipped } = counts
  if (file === undefined && process.env.REPORT)
    writeFileSync(process.env.REPORT, JSON.stringify({ passed, skipped, failed: all - passed - skipped, failures }))
})
tests.compose(spec).pipe(process.stdout)
