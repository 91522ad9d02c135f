import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openRoundRobin } from './round-robin.ts'

const businesses = Array.from({ length: 8 }, (_, index) => `business-${index}`)
const [busy] = businesses

test('businesses are worked for in slices, a few at once, until none has more to do', async () => {
  const slices: string[] = []
  let [running, maxRunning] = [0, 0]
  await openRoundRobin()(businesses, async (id) => {
    maxRunning = Math.max(maxRunning, ++running)
    slices.push(id)
    await Promise.resolve()
    running--
    return slices.filter((one) => one === id).length < (id === busy ? 5 : 2)
  })
  assert.equal(maxRunning, 6)
  assert.deepEqual([slices.slice(0, 8), slices.length], [businesses, 19])
  assert.deepEqual(slices.slice(-3), [busy, busy, busy], 'who has much to do comes after the others')
})

test('a run ends in time though a business has more to do, which then comes last in the next run', async () => {
  let nowMs = 0
  const roundRobin = openRoundRobin({ sliceMs: 40, runMs: 120 }, () => nowMs)
  const order: string[] = []
  await roundRobin(businesses, async (id, isOver) => {
    order.push(id)
    if (id !== busy) return false
    // The others have ended meanwhile.
    await new Promise((resolve) => setImmediate(resolve))
    for (; !isOver(); nowMs += 10);
    return true
  })
  assert.equal(order.filter((id) => id === busy).length, 3)
  order.length = 0
  await roundRobin(businesses, async (id) => {
    order.push(id)
    return false
  })
  assert.deepEqual(order, [...businesses.slice(1), busy])
})
