import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { runInBackground } from '../current-work.ts'
import { connectDatabase } from '../database/connect.ts'
import { databaseWithStoppedClock } from '../testing/database-clock.ts'
import type { WriteTransaction } from './connector.ts'
import { openRequestLimit, readPauseMs, readRequestsPerSecond, reserveTurn } from './request-limit.ts'

/** Two processes that share a limit of 20 requests a second, so one each 50 ms. The clock of their database stands still. */
async function twoProcesses(t: TestContext) {
  const { url, stopClock } = await databaseWithStoppedClock(t)
  const databases = [0, 1].map(() => connectDatabase({ url, writers: 4, readers: 1 }))
  t.after(() => Promise.all(databases.map((database) => database.close())))
  const limit = { processor: 'paystack', perSecond: 20 } as const
  const reserve = async (isForPayer: boolean, { nth = 0, merchantId }: { nth?: number; merchantId?: string } = {}) =>
    (await databases[nth % 2]!.write((tx) => reserveTurn(tx, { ...limit, isForPayer, merchantId }))).waitMs ?? undefined
  const reserveMany = (count: number, isForPayer = true, merchantId?: string) =>
    Promise.all(
      Array.from({ length: count }, (_, nth) => reserve(isForPayer, { nth, ...(merchantId && { merchantId }) })),
    )
  /** Turns that a business gets in so many requests, one after the other. */
  const countTurns = async (count: number, isForPayer: boolean, merchantId: string) => {
    let turns = 0
    for (let nth = 0; nth < count; nth++) if (isTurn(await reserve(isForPayer, { nth, merchantId }))) turns++
    return turns
  }
  const write: WriteTransaction = (use) => databases[0]!.write((tx) => use({ tx, now: new Date() }))
  /** `onAttempt` runs after each attempt to get a turn. */
  const open = (onAttempt = async () => {}) => openRequestLimit((use) => write(use).finally(onAttempt), limit)
  return { reserve, reserveMany, countTurns, open, stopClock }
}

const isTurn = (waitMs: number | undefined) => waitMs !== undefined

test('processes share one limit: two seconds of requests at once, then one after the other, then none', async (t) => {
  const { reserveMany } = await twoProcesses(t)
  const waits = (await reserveMany(120)).map((ms) => ms && Math.round(ms))
  const expected = Array.from({ length: 120 }, (_, nth) => (nth < 40 ? 0 : nth < 101 ? (nth - 40) * 50 : undefined))
  assert.deepEqual(
    waits.filter(isTurn).toSorted((a, b) => a! - b!),
    expected.filter(isTurn),
  )
})

test('jobs leave a second of requests to payers, and all stop while a processor wants none', async (t) => {
  const { reserveMany, reserve, open, stopClock } = await twoProcesses(t)
  assert.equal((await reserveMany(40, false)).filter(isTurn).length, 21)
  assert.equal(await reserve(true), 0)
  await open().pause(30_000)
  assert.deepEqual([await reserve(true), await reserve(false)], [undefined, undefined])
  await assert.rejects(open().takeTurn(), /This one was not sent/)
  await stopClock(30_000)
  assert.equal(await reserve(true), 0)
})

test('a request of a job waits for a turn until there is one', async (t) => {
  const { reserveMany, reserve, open, stopClock } = await twoProcesses(t)
  await reserveMany(45)
  assert.equal(await reserve(false), undefined)
  let attempts = 0
  const limit = open(async () => {
    attempts++
    await stopClock(2_000)
  })
  await runInBackground(() => limit.takeTurn())
  assert.equal(attempts, 2)
})

test('jobs of one business leave turns to those of others, and payers of one business to payers of others', async (t) => {
  const { reserveMany, countTurns } = await twoProcesses(t)
  const [busy, other] = [crypto.randomUUID(), crypto.randomUUID()]
  // The first request ever, and its fair share of two seconds: until it is used up, 11 requests.
  assert.equal(await countTurns(60, false, busy), 12)
  assert.deepEqual(await reserveMany(5, false, other), Array(5).fill(0))
  // Half a second is left.
  assert.equal(await countTurns(60, true, busy), 14)
  assert.deepEqual(await reserveMany(5, true, other), Array(5).fill(0))
})

test('a business that is alone uses the whole limit, also above its fair share', async (t) => {
  const { countTurns, stopClock } = await twoProcesses(t)
  const merchantId = crypto.randomUUID()
  await countTurns(20, false, merchantId)
  await stopClock(50)
  assert.equal(await countTurns(1, false, merchantId), 0)
  // Its fair share is one each 200 ms.
  for (let ms = 100; ms <= 1_000; ms += 50) {
    await stopClock(ms)
    assert.equal(await countTurns(2, false, merchantId), 1, `after ${ms} ms`)
  }
})

test('the pause after too many requests is read as a duration or an instant, and is a second to a minute', () => {
  const now = Date.UTC(2026, 10, 24)
  const read = (name: string, value: string) => readPauseMs(new Headers({ [name]: value }), now)
  assert.equal(read('x-ratelimit-reset', '7'), 7_000)
  assert.equal(read('x-ratelimit-reset', String(now / 1000 + 9)), 9_000)
  assert.equal(read('retry-after', new Date(now + 12_000).toUTCString()), 12_000)
  assert.deepEqual(
    [read('retry-after', '0'), read('retry-after', 'soon'), read('retry-after', '86400')],
    [1_000, 1_000, 60_000],
  )
  assert.equal(readPauseMs(new Headers(), now), 1_000)
})

test('the limit is a whole number in the settings of the processor', () => {
  assert.equal(readRequestsPerSecond('monnify', {}), 20)
  assert.equal(readRequestsPerSecond('paystack', { PAYSTACK_REQUESTS_PER_SECOND: '50' }), 50)
  for (const wrong of ['0', '1.5', 'many', '10001'])
    assert.throws(
      () => readRequestsPerSecond('paystack', { PAYSTACK_REQUESTS_PER_SECOND: wrong }),
      /PAYSTACK_REQUESTS_PER_SECOND is/,
    )
})
