import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { allMutants } from '../mutate/mutant-list.ts'
import { requireMatch } from '../simulate/mutant.ts'
import { allMutants as plantedFaults } from '../simulate/mutant-list.ts'
import { themeNames } from '../simulate/plan.ts'

test('every mutant of the specification has its place in the sources and belongs to an item or a decision', () => {
  const items = readFileSync('docs/specification/items.md', 'utf8')
  const decisions = readdirSync('docs/decisions').map((file) => `decision ${Number(file.slice(0, 4))}`)
  for (const mutant of allMutants) {
    requireMatch(mutant)
    const isOfDecision = decisions.includes(mutant.item) && mutant.tests !== undefined
    assert.ok(isOfDecision || items.includes(`- ${mutant.item} |`), mutant.name)
    for (const file of mutant.tests ?? []) assert.ok(existsSync(file), file)
  }
})

test('every planted fault of the simulator has its place in the sources, and a theme', () => {
  for (const fault of plantedFaults) {
    requireMatch(fault)
    assert.ok(themeNames.includes(fault.theme), fault.name)
  }
})
