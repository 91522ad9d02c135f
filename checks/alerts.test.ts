import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { load } from 'js-yaml'

type Rules = { groups: { rules: { alert: string; expr: string; labels: { severity: string } }[] }[] }

const rules = (load(readFileSync('deploy/prometheus/alerts.yml', 'utf8')) as Rules).groups.flatMap(
  (group) => group.rules,
)

test('each alert has a section in the runbook, in the same order, and the runbook has no other', () => {
  const sections = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
  assert.deepEqual(
    sections,
    rules.map(({ alert }) => alert),
  )
})

test('each alert is for a page or a ticket', () => {
  const others = rules.filter(({ labels }) => !['page', 'ticket'].includes(labels.severity))
  assert.deepEqual(others, [])
})
