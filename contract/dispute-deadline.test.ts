import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeDeadline } from './dispute-deadline.ts'

const lagos = (text: string) => new Date(`${text}+01:00`)

test('a deadline is a weekday and a time in Lagos, with the hours, or the minutes of the last hour, that are left', () => {
  const dueAt = lagos('2026-11-23T16:00')
  for (const [now, text] of [
    ['2026-11-22T03:12', 'Respond by Mon 23 Nov, 16:00 (36 hours left)'],
    ['2026-11-23T15:00', 'Respond by Mon 23 Nov, 16:00 (1 hour left)'],
    ['2026-11-23T15:00:01', 'Respond by Mon 23 Nov, 16:00 (1 hour left)'],
    ['2026-11-23T15:01', 'Respond by Mon 23 Nov, 16:00 (59 minutes left)'],
    ['2026-11-23T15:59:30', 'Respond by Mon 23 Nov, 16:00 (1 minute left)'],
    ['2026-11-23T16:00', 'The deadline was Mon 23 Nov, 16:00'],
  ] as const)
    assert.equal(describeDeadline(dueAt, lagos(now)), text, now)
  assert.equal(
    describeDeadline(lagos('2027-01-04T00:30'), lagos('2027-01-03T22:30')),
    'Respond by Mon 04 Jan, 00:30 (2 hours left)',
  )
})
