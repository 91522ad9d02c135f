import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && file !== 'api/testing/open-once.ts')

test('no test file has hooks: many files run in one process, whose hooks they would be', () => {
  const hooks = /import \{[^}]*\b(before|after|beforeEach|afterEach)\b[^}]*\} from 'node:test'/
  assert.deepEqual(
    files.filter((file) => hooks.test(readFileSync(file, 'utf8'))),
    [],
  )
})
