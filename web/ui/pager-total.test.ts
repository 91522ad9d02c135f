import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPagerTotal } from './pager-total.ts'

const page = (rows: number, nextCursor?: string | null) => ({
  content: Array.from({ length: rows }),
  totalElements: 10_000,
  totalIsCapped: true,
  nextCursor,
})

test('a list that was not counted to its end has at least the rows that a page shows, and no more on its last page', () => {
  assert.deepEqual(toPagerTotal(page(25, 'next'), 0), { total: 10_000, totalIsCapped: true })
  assert.deepEqual(toPagerTotal(page(25, 'next'), 10_000), { total: 10_025, totalIsCapped: true })
  assert.deepEqual(toPagerTotal(page(20, null), 19_975), { total: 19_995, totalIsCapped: false })
  assert.deepEqual(toPagerTotal(page(25), 0), { total: 10_000, totalIsCapped: true })
})

test('a list that was counted keeps its count on every page', () => {
  const counted = { content: [], totalElements: 40, nextCursor: 'next' }
  assert.deepEqual(toPagerTotal(counted, 100), { total: 40, totalIsCapped: false })
})
