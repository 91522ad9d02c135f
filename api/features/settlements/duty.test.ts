import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calculateStampDuty, deductStampDuty, minimumKobo } from './duty.ts'

test('stamp duty of NGN 50.00 is due on a transfer from exactly NGN 10,000.00, and not a kobo below', () => {
  assert.equal(minimumKobo, 100_000)
  assert.deepEqual([999_999, 1_000_000, 1_000_001].map(calculateStampDuty), [0, 5_000, 5_000])
  assert.deepEqual(
    [999_999, 1_000_000, 1_000_001].map((kobo) => deductStampDuty(kobo, 'merchant')),
    [
      { stampDutyKobo: 0, amountKobo: 999_999 },
      { stampDutyKobo: 5_000, amountKobo: 995_000 },
      { stampDutyKobo: 5_000, amountKobo: 995_001 },
    ],
  )
  assert.deepEqual(deductStampDuty(1_000_000, 'platform'), { stampDutyKobo: 0, amountKobo: 1_000_000 })
  assert.deepEqual(deductStampDuty(-1, 'merchant'), { stampDutyKobo: 0, amountKobo: 0 })
})
