import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { allMutants } from '../mutate/mutant-list.ts'
import { requireMatch } from '../simulate/mutant.ts'

test('every mutant of the specification has its place in the sources and belongs to an item', () => {
  const items = readFileSync('docs/specification/items.md', 'utf8')
  for (const mutant of allMutants) {
    requireMatch(mutant)
    assert.ok(items.includes(`- ${mutant.item} |`), mutant.name)
  }
})
