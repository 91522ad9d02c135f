import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { lineSources } from '../api/features/settlements/line-sources.ts'
import { platformEntryKinds, settledEntryKinds, settlementEntryKinds } from '../api/ledger/entry-kinds.ts'
import '../api/wiring.ts'
import { files } from './sources.ts'

test('each kind of ledger entry is listed as settled, as the entry of a settlement, or as the platform’s own', () => {
  const posted = files
    .filter((file) => file.startsWith('api/') && !/\.test\.ts$|^api\/testing\//.test(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/reference: `(\w+):\$\{/g)].map(([, kind]) => kind!))
  const known: readonly string[] = [...settledEntryKinds, ...settlementEntryKinds, ...platformEntryKinds]
  assert.deepEqual([...new Set(posted)].sort(), [...known].sort(), 'list the kind in api/ledger/entry-kinds.ts')
})

test('each settled kind of ledger entry has one source of settlement lines', () => {
  const kinds = lineSources.get().map(({ kind }) => kind)
  assert.deepEqual(kinds.sort(), [...settledEntryKinds].sort(), 'add its settlement-lines.ts to api/wiring.ts')
})
