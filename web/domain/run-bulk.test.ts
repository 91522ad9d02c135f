import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runBulk } from './run-bulk.ts'

const rows = Array.from({ length: 20 }, (_, index) => index)

test('a bulk action has few calls under way, counts each, and reports the failures with their reasons in the order of the rows', async () => {
  const progress: number[] = []
  let open = 0
  let maxOpen = 0
  const { done, failed } = await runBulk(
    rows,
    async (row) => {
      maxOpen = Math.max(maxOpen, ++open)
      await new Promise((resolve) => setImmediate(resolve))
      open--
      if (row % 9 === 1) throw new Error(`No ${row}`)
    },
    { parallel: 3, signal: new AbortController().signal, onProgress: (ended) => progress.push(ended) },
  )
  assert.equal(maxOpen, 3)
  assert.equal(done.length, 17)
  assert.deepEqual(failed, [
    { row: 1, reason: 'No 1' },
    { row: 10, reason: 'No 10' },
    { row: 19, reason: 'No 19' },
  ])
  assert.deepEqual(
    progress,
    rows.map((row) => row + 1),
  )
})

test('a stopped bulk action waits for the calls under way and begins no other', async () => {
  const stop = new AbortController()
  const begun: number[] = []
  const { done, failed } = await runBulk(
    rows,
    async (row) => {
      begun.push(row)
      if (row === 4) stop.abort()
      await new Promise((resolve) => setImmediate(resolve))
    },
    { parallel: 3, signal: stop.signal, onProgress: () => undefined },
  )
  assert.deepEqual([...done], begun)
  assert.equal(failed.length, 20 - begun.length)
  assert.ok(begun.length <= 6)
})
