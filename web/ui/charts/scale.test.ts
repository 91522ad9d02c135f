import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountScale, chartMargins, labelledDays, labelledMonths } from './scale.ts'

test('the first and the last day have a label, and those between them are evenly spaced', () => {
  assert.deepEqual(labelledDays(7, 1000), [0, 1, 2, 3, 4, 5, 6])
  assert.deepEqual(labelledDays(30, 560), [0, 6, 12, 17, 23, 29])
  assert.deepEqual(labelledDays(90, 100), [0, 89])
  assert.deepEqual(labelledDays(1, 560), [0])
})

test('labelled months are evenly spaced, back from the last', () => {
  assert.deepEqual(labelledMonths(12, 240), [1, 3, 5, 7, 9, 11])
  assert.equal(labelledMonths(12, 900).length, 12)
})

test('the scale ends at a round number just above the largest amount', () => {
  const { y, ticks } = amountScale(2_240_000_00, 260)
  assert.deepEqual(ticks, [0, 500_000_00, 1_000_000_00, 1_500_000_00, 2_000_000_00, 2_500_000_00])
  assert.deepEqual([y(0), y(2_500_000_00)], [260 - chartMargins.bottom, chartMargins.top])
})
