import assert from 'node:assert/strict'
import type { Settlement } from '@adire/contract/settlements-schemas.ts'

/** Fails unless the amounts of a settlement add up to what was paid to the bank and what is carried forward. */
export function assertAddsUp({ figures }: Settlement) {
  const { bankKobo, closingKobo, differenceKobo, ...parts } = figures
  assert.equal(
    Object.values(parts).reduce((sum, kobo) => sum + kobo, 0),
    bankKobo + closingKobo,
  )
  assert.equal(differenceKobo, 0)
}
