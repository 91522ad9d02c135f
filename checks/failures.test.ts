import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { failedStories, failureText } from '../scripts/failures.mjs'

const line = (level: number, time: string, msg: string) =>
  JSON.stringify({ level, time: `2026-11-26T${time}.000Z`, msg })

/** A report with one failed story, which ran from 12:00:00 to 12:00:10, with the files of its run. */
function failedRun(folder: string, { shown, log }: { shown: string[]; log: string[] }) {
  const logFile = join(folder, 'adire.log')
  const path = join(folder, 'error-context.md')
  writeFileSync(
    path,
    '# Error details\n```\nno\n```\n\n# Page snapshot\n\n```yaml\n- heading "Overview"\n```\n# Test source',
  )
  writeFileSync(logFile, log.join('\n'))
  const attachments = [
    { name: 'screenshot', path: 'test-failed-1.png' },
    { name: 'error-context', path },
    { name: 'pages', body: Buffer.from(shown.join('\n')).toString('base64') },
  ]
  const result = { startTime: '2026-11-26T12:00:00.000Z', duration: 10_000, errors: [{ message: 'no heading' }] }
  const spec = {
    ok: false,
    file: 'refunds.spec.ts',
    line: 7,
    title: 'a refund',
    tests: [{ results: [{ ...result, attachments }] }],
  }
  return { report: { suites: [{ suites: [{ specs: [spec, { ...spec, ok: true }] }] }] }, logFile }
}

test('a failed story shows its error, its pages and the warnings of the server at its time, shortened', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'adire-failures-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const { report, logFile } = failedRun(folder, {
    shown: ['- heading "Sign in"', ...Array.from({ length: 80 }, (_, row) => `- row ${row} ${'x'.repeat(900)}`)],
    log: [
      line(50, '11:59:59', 'before the story'),
      line(30, '12:00:01', 'a request'),
      line(50, '12:00:05', 'deadlock detected'),
      line(40, '12:00:10', 'slow'),
      line(50, '12:00:11', 'after the story'),
    ],
  })
  const [failure, ...others] = failedStories(report, logFile)
  assert.deepEqual(others, [])
  const text = failureText(failure!)
  assert.match(
    text,
    /^✗ refunds\.spec\.ts:7 › a refund\n {4}no heading\n {2}Its pages:\n {4}- heading "Overview"\n {4}- heading "Sign in"\n/,
  )
  assert.match(text, /… 37 more lines\n {2}The log of the server:\n.*deadlock detected.*\n.*slow.*$/)
  assert.doesNotMatch(text, /before the story|a request|after the story|Test source/)
  assert.ok(text.length < 15_000)
})

test('a story whose pages and log are missing shows its error alone', () => {
  const results = [
    { startTime: '2026-11-26T12:00:00.000Z', duration: 1, errors: [{ message: 'no server' }], attachments: [] },
  ]
  const specs = [{ ok: false, file: 'a.spec.ts', line: 1, title: 'b', tests: [{ results }] }]
  const [failure] = failedStories({ suites: [{ specs }] }, '/nowhere/adire.log')
  assert.equal(failureText(failure!), '✗ a.spec.ts:1 › b\n    no server')
})
