import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { afterRunning, disputeResponseMs, runningBetween } from './dispute-clock.ts'
import { hourMs } from './durations.ts'

const lagos = (text: string) => new Date(`${text}+01:00`)
const isPaused = (at: Date) => runningBetween(at, new Date(at.getTime() + 1)) === 0

test('sixteen hours of the dispute clock are sixteen hours on weekdays, at any start', () => {
  assert.deepEqual(afterRunning(lagos('2026-11-23T09:00'), disputeResponseMs), lagos('2026-11-24T01:00'))
  assert.deepEqual(afterRunning(lagos('2026-11-26T20:30'), disputeResponseMs), lagos('2026-11-27T12:30'))
})

test('the clock stops from Friday 23:59 to Monday 00:00, and runs on public holidays', () => {
  assert.deepEqual(afterRunning(lagos('2026-11-27T20:00'), disputeResponseMs), lagos('2026-11-30T12:01'))
  assert.deepEqual(afterRunning(lagos('2026-11-28T15:00'), disputeResponseMs), lagos('2026-11-30T16:00'))
  assert.deepEqual(afterRunning(lagos('2026-11-29T23:59'), disputeResponseMs), lagos('2026-11-30T16:00'))
  // Christmas Day 2026 is a Friday.
  assert.deepEqual(afterRunning(lagos('2026-12-25T06:00'), disputeResponseMs), lagos('2026-12-25T22:00'))
  const pauses: [string, boolean][] = [
    ['2026-11-27T23:58:59', false],
    ['2026-11-27T23:59:00', true],
    ['2026-11-29T23:59:59', true],
    ['2026-11-30T00:00:00', false],
  ]
  for (const [at, paused] of pauses) assert.equal(isPaused(lagos(at)), paused, at)
  assert.equal(runningBetween(lagos('2026-11-27T22:59'), lagos('2026-11-30T01:00')), 2 * hourMs)
  assert.equal(runningBetween(lagos('2026-11-28T01:00'), lagos('2026-11-29T01:00')), 0)
  assert.equal(runningBetween(lagos('2026-11-30T01:00'), lagos('2026-11-29T01:00')), 0)
})

test('for any start, the running time until the deadline equals the given time, and no deadline is in a pause', () => {
  const at = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(at, fc.integer({ min: 0, max: 400 * hourMs }), (from, ms) => {
      const end = afterRunning(from, ms)
      assert.equal(runningBetween(from, end), ms)
      assert.equal(isPaused(end), false)
      assert.ok(end >= from)
    }),
    { seed: 1 },
  )
})
