import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayKey, formatDateTime } from './date.ts'

test('dates are those of Lagos in every month, also around midnight there', () => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Lagos', dateStyle: 'short', timeStyle: 'short' })
  for (let month = 0; month < 36; month++)
    for (const minutes of [0, 719, 1379, 1380, 1439]) {
      const instant = Date.UTC(2026, month, 28, 0, minutes)
      assert.equal(`${dayKey(instant)} ${formatDateTime(instant).slice(-5)}`, format.format(instant))
    }
  assert.equal(formatDateTime('2026-09-30T23:05:00Z'), '01 Oct 2026, 00:05')
  assert.throws(() => dayKey('no date'), RangeError)
})
