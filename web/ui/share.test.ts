import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatShare } from './share.ts'

test('a share is rounded, but is nothing or all only if it is', () => {
  const shares = [0, 1, 9, 10, 614, 615, 990, 991, 999, 1_000].map((part) => formatShare(part, 1_000))
  assert.deepEqual(shares, ['0%', '<1%', '<1%', '1%', '61%', '62%', '99%', '>99%', '>99%', '100%'])
  assert.deepEqual([formatShare(0, 0), formatShare(3, 2)], ['0%', '100%'])
})
