import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import { getCheckoutState, payByCard, startPayment } from '@adire/contract/checkout.ts'
import { dayMs, hourMs } from '@adire/contract/durations.ts'
import { createSimpleInvoice, getInvoice, listInvoices, sendInvoice } from '@adire/contract/invoices.ts'
import { limits } from '@adire/contract/limits.ts'
import { createPaymentLink, getPaymentLink } from '@adire/contract/payment-links.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { getTestClock, moveTestClock } from '@adire/contract/test-clock.ts'
import * as z from 'zod/mini'
import { jobHandler } from '../../jobs/job-handler.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { jobHandlers, scheduledJobs } from '../../jobs/schedule.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { testApp } from '../../testing/app.ts'
import { errorWith } from '../../testing/error-with.ts'
import { createUser } from '../../testing/users.ts'
import { advanceClock } from './move.ts'

const card = { number: '4084084084084081', cvv: '408', expiryMonth: 12, expiryYear: 2045 }

async function business(t: TestContext) {
  const app = await testApp(t)
  const { call, merchantId } = app.as(await app.createUser())
  const clock = () => call(getTestClock, {})
  const readNow = async () => Date.parse((await clock()).now)
  /** Moves the business clock by `ms` and waits until the move has ended. */
  const moveBy = async (ms: number) => {
    const { id } = await call(moveTestClock, { to: new Date((await readNow()) + ms).toISOString() })
    await app.drain()
    return (await clock()).moves.find((one) => one.id === id)!
  }
  return { app, call, merchantId, clock, readNow, moveBy }
}

test('a clock move runs all due jobs, in order and at their time', async (t) => {
  const { app, call, readNow, moveBy } = await business(t)
  const started = await readNow()
  const link = await call(createPaymentLink, { name: 'Ankara', amountKobo: 500_000 })
  const begin = (email: string) =>
    app.asNobody().call(startPayment, { slug: link.slug, checkoutId: crypto.randomUUID(), email })
  const { accessCode } = await begin('ada@example.com')
  const dueOn = addDays(lagosDay(new Date()), 3)
  const { id } = await call(createSimpleInvoice, {
    customerEmail: 'bola@example.com',
    description: 'Fitting',
    amountKobo: 1_000_000,
    dueOn,
  })
  await call(sendInvoice, { id })
  await app.drain()

  const moved = await moveBy(10 * dayMs)
  assert.ok(moved.endedAt)
  assert.equal(moved.failedCount, 0)
  assert.equal((await app.asNobody().call(getCheckoutState, { accessCode })).status, 'abandoned')
  const invoice = await call(getInvoice, { id })
  assert.equal(invoice.status, 'overdue')
  const overdue = invoice.events.find(({ kind }) => kind === 'overdue')!
  assert.equal(lagosDay(new Date(overdue.at)), addDays(dueOn, 1))
  const instants = moved.stops.map(({ at }) => Date.parse(at))
  assert.deepEqual(
    instants,
    instants.toSorted((one, other) => other - one),
  )
  assert.ok(instants.every((at) => at >= started && at <= Date.parse(moved.toAt) + 60_000))

  // New payments happen at the new business time.
  const paid = await app
    .asNobody()
    .call(payByCard, { accessCode: (await begin('cyn@example.com')).accessCode, ...card })
  assert.equal(paid.status, 'success')
  assert.ok(Date.parse(paid.paidAt!) >= started + 10 * dayMs)
  await app.drain()
  const { content } = await call(listPayments, { from: lagosDay(new Date(await readNow())) })
  assert.equal(content[0]!.customerEmail, 'cyn@example.com')
})

test('a link ends by the business clock of its business; another business is not affected', async (t) => {
  const { app, call, moveBy } = await business(t)
  const other = app.as(await app.createUser('Bola'))
  const expiresAt = new Date(Date.now() + dayMs).toISOString()
  const mine = await call(createPaymentLink, { name: 'Mine', amountKobo: 500_000, expiresAt })
  const theirs = await other.call(createPaymentLink, { name: 'Theirs', amountKobo: 500_000, expiresAt })
  await moveBy(2 * dayMs)
  assert.equal((await call(getPaymentLink, { id: mine.id })).closedBecause, 'expired')
  assert.equal((await other.call(getPaymentLink, { id: theirs.id })).closedBecause, null)
  const begin = (slug: string) =>
    app.asNobody().call(startPayment, { slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' })
  await assert.rejects(begin(mine.slug), errorWith(404, 'payment_page_closed'))
  assert.equal((await begin(theirs.slug)).status, 'pending')
  assert.equal((await other.call(getTestClock, {})).aheadMs, 0)
})

test('the clock only moves forward, at most a year, one move at a time, and never in live mode', async (t) => {
  const { app, call, merchantId, readNow } = await business(t)
  const to = async (ms: number) => call(moveTestClock, { to: new Date((await readNow()) + ms).toISOString() })
  await assert.rejects(to(-1000), errorWith(422, 'validation_error', 'to'))
  await assert.rejects(to(limits.clockMoveMs + dayMs), errorWith(422, 'validation_error', 'to'))
  const results = await Promise.allSettled([to(hourMs), to(hourMs), to(hourMs)])
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  await assert.rejects(to(hourMs), errorWith(409, 'clock_moving'))
  await app.drain()
  const again = await to(hourMs)
  assert.equal(again.endedAt, null)
  const events = await call(listAuditEvents, {})
  assert.equal(events.content.filter(({ action }) => action === 'test_clock.moved').length, 2)
  assert.ok(merchantId)

  const live = await createUser(app.runtime, 'Live', 'LIVE')
  const liveCall = app.as(live, 'LIVE').call
  await assert.rejects(liveCall(getTestClock, {}), errorWith(403, 'forbidden'))
  await assert.rejects(
    liveCall(moveTestClock, { to: new Date(Date.now() + hourMs).toISOString() }),
    errorWith(403, 'forbidden'),
  )
})

test('a delayed job of a business waits for its business clock, and is not affected by other clocks', async (t) => {
  const { app, call, merchantId, readNow, clock } = await business(t)
  const other = await app.createUser('Bola')
  const ran: [string, number][] = []
  const remember = defineJob('remember', z.object({ who: z.string() }))
  const handler = jobHandler({ job: remember, run: async ({ now }, { who }) => void ran.push([who, now().getTime()]) })
  const all = { scheduledJobs, jobHandlers: [...jobHandlers, handler] }
  const at = (await readNow()) + 5 * dayMs
  await app.runtime.database.write(async (tx) => {
    for (const [who, id] of [
      ['mine', merchantId],
      ['theirs', other.merchantId],
    ] as const)
      await enqueueJob(tx, remember, { who }, { merchantId: id, runAt: new Date(at), key: who })
  })
  assert.equal(Date.parse((await clock()).next[0]!.at), at)
  const { id } = await call(moveTestClock, { to: new Date(at + dayMs).toISOString() })
  const key = { merchantId, moveId: id }
  // Two processes that run the same job at once cause no error.
  await Promise.all([
    advanceClock(jobUnitOfWork(app.runtime), key, all),
    advanceClock(jobUnitOfWork(app.runtime), key, all),
  ])
  assert.ok(ran.length > 0 && ran.every(([who]) => who === 'mine'))
  for (const [, ranAt] of ran) assert.ok(ranAt >= at && ranAt < at + hourMs, new Date(ranAt).toISOString())
  assert.ok((await clock()).moves[0]!.endedAt)
})

test('a failed job does not stop the move; the queue retries it', async (t) => {
  const { app, call, merchantId, readNow, clock } = await business(t)
  const broken = defineJob('broken', z.object({}))
  const handler = jobHandler({ job: broken, run: () => Promise.reject(new Error('no')) })
  await app.runtime.database.write((tx) =>
    enqueueJob(tx, broken, {}, { merchantId, runAt: new Date(Date.now() + hourMs) }),
  )
  const { id } = await call(moveTestClock, { to: new Date((await readNow()) + dayMs).toISOString() })
  await advanceClock(
    jobUnitOfWork(app.runtime),
    { merchantId, moveId: id },
    { scheduledJobs, jobHandlers: [...jobHandlers, handler] },
  )
  const { moves, next } = await clock()
  assert.deepEqual([moves[0]!.failedCount, moves[0]!.endedAt !== null, next.length], [1, true, 1])
})

test('sessions and keys expire by the wall clock', async (t) => {
  const { call, moveBy } = await business(t)
  await moveBy(300 * dayMs)
  const { content } = await call(listInvoices, {})
  assert.deepEqual(content, [])
  const [newest] = (await call(listAuditEvents, {})).content
  assert.ok(Math.abs(Date.parse(newest!.at) - Date.now()) < dayMs)
})

test('a payer pays on the clock of the business that is paid, whatever those of others show', async (t) => {
  const { app, call, readNow, moveBy } = await business(t)
  const other = app.as(await app.createUser('other'))
  await moveBy(10 * dayMs)
  const pay = async (at: typeof call, name: string) => {
    const { slug } = await at(createPaymentLink, { name, amountKobo: 500_000 })
    const input = { slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' }
    const { accessCode } = await app.asNobody().call(startPayment, input)
    return Date.parse((await app.asNobody().call(payByCard, { accessCode, ...card })).paidAt!)
  }
  const here = (await pay(call, 'Ankara')) - (await readNow())
  const there = (await pay(other.call, 'Agbada')) - Date.now()
  assert.ok(Math.abs(here) < hourMs, `${here} ms from the clock of the business`)
  assert.ok(Math.abs(there) < hourMs, `${there} ms from the present`)
})
