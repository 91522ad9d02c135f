import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { runInBackground } from '../current-work.ts'
import { connectDatabase } from '../database/connect.ts'
import { reusedDatabase } from '../testing/reused-database.ts'
import { openRequestLimit, readPauseMs, readRequestsPerSecond, reserveTurn } from './request-limit.ts'

/** Two processes that share a limit of 20 requests a second. */
async function twoProcesses(t: TestContext) {
  const { url } = await reusedDatabase(t)
  const databases = [0, 1].map(() => connectDatabase({ url, writers: 4, readers: 1 }))
  t.after(() => Promise.all(databases.map((database) => database.close())))
  const limit = { processor: 'paystack', perSecond: 20 } as const
  const reserve = async (isForPayer: boolean, { nth = 0, merchantId }: { nth?: number; merchantId?: string } = {}) =>
    (await databases[nth % 2]!.write((tx) => reserveTurn(tx, { ...limit, isForPayer, merchantId }))).waitMs ?? undefined
  const reserveMany = (count: number, isForPayer = true, merchantId?: string) =>
    Promise.all(
      Array.from({ length: count }, (_, nth) => reserve(isForPayer, { nth, ...(merchantId && { merchantId }) })),
    )
  const open = () => openRequestLimit((use) => databases[0]!.write((tx) => use({ tx, now: new Date() })), limit)
  return { reserve, reserveMany, open }
}

test('processes share one limit: two seconds of requests at once, then one after the other, then none', async (t) => {
  const { reserveMany } = await twoProcesses(t)
  const started = performance.now()
  const waits = await reserveMany(60)
  const elapsed = performance.now() - started
  assert.ok(waits.filter((ms) => ms === 0).length >= 40)
  // The 60th is due a second after the 40th, less what the requests themselves took.
  const last = Math.max(...waits.map((ms) => ms ?? Number.NaN))
  assert.ok(last <= 1_000 && last >= 1_000 - elapsed - 50, `${last} ms after ${elapsed} ms`)
  assert.ok((await reserveMany(200)).includes(undefined))
})

test('jobs leave a second of requests to payers, and all stop while a processor wants none', async (t) => {
  const { reserveMany, reserve, open } = await twoProcesses(t)
  const started = performance.now()
  const ofJobs = (await reserveMany(40, false)).filter((ms) => ms !== undefined).length
  const inTheMeantime = Math.ceil((performance.now() - started) / 50)
  assert.ok(ofJobs >= 20 && ofJobs <= 21 + inTheMeantime, `${ofJobs}`)
  assert.equal(await reserve(true), 0)
  await open().pause(30_000)
  assert.deepEqual([await reserve(true), await reserve(false)], [undefined, undefined])
  await assert.rejects(open().takeTurn(), /This one was not sent/)
})

test('a request of a job waits for a turn until there is one', async (t) => {
  const { reserveMany, reserve, open } = await twoProcesses(t)
  await reserveMany(45)
  assert.equal(await reserve(false), undefined)
  await runInBackground(() => open().takeTurn())
})

test('jobs of one business leave turns to those of others, and payers of one business to payers of others', async (t) => {
  const { reserveMany, reserve } = await twoProcesses(t)
  const [busy, other] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const isForPayer of [false, true]) {
    const startedAt = performance.now()
    let taken = 0
    for (let nth = 0; nth < 60; nth++) if ((await reserve(isForPayer, { nth, merchantId: busy })) !== undefined) taken++
    const inTheMeantime = Math.ceil((performance.now() - startedAt) / 50)
    // A job gets its fair share of two seconds, and what is added meanwhile.
    if (!isForPayer) assert.ok(taken <= 11 + inTheMeantime, `${taken}`)
    assert.deepEqual(await reserveMany(5, isForPayer, other), Array(5).fill(0))
  }
})

test('a business that is alone uses the whole limit, also above its fair share', async (t) => {
  const { open } = await twoProcesses(t)
  const merchantId = crypto.randomUUID()
  const startedAt = performance.now()
  let sent = 0
  const send = async () => {
    while (performance.now() - startedAt < 2_000) {
      await runInBackground(() => open().takeTurn(), merchantId)
      sent++
    }
  }
  await Promise.all(Array.from({ length: 12 }, send))
  const seconds = (performance.now() - startedAt) / 1000
  // Its fair share is 5 a second.
  assert.ok(sent > 12 * seconds, `${sent} in ${seconds} s`)
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
