import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { listFiles } from './files.ts'

const files = listFiles('*.ts').filter((file) => file !== 'api/testing/open-once.ts')

test('no test file has hooks: many files share one process, and a hook would apply to all of them', () => {
  const hooks = /import \{[^}]*\b(before|after|beforeEach|afterEach)\b[^}]*\} from 'node:test'/
  assert.deepEqual(
    files.filter((file) => hooks.test(readFileSync(file, 'utf8'))),
    [],
  )
})

test('no test looks for a property with a dot in its name by text, which means a path and is never there', () => {
  const path = /toHaveProperty\('[^']*\./
  assert.deepEqual(
    files.filter((file) => path.test(readFileSync(file, 'utf8'))),
    [],
  )
})
