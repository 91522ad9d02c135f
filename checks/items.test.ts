import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { listFiles } from './files.ts'

const listIds = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, id]) => id!))

const items = listIds(readFileSync('docs/specification/items.md', 'utf8'), /^- (S[\d.]+-\d+) \|/gm)
const titles = listFiles('*.test.ts', '*.spec.ts')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
const tested = listIds(titles, /\[(S[\d.]+-\d+)\]/g)

test('each item of the specification has a test', () => {
  assert.ok(items.size > 100, 'the items are found')
  assert.deepEqual(
    [...items].filter((id) => !tested.has(id)),
    [],
  )
})

test('each id in the title of a test is an item of the specification', () => {
  assert.deepEqual(
    [...tested].filter((id) => !items.has(id)),
    [],
  )
})
