import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openCardPage, startPayment } from '@adire/contract/checkout.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { testApp } from '../testing/app.ts'
import { atEnd } from '../testing/at-end.ts'
import { databaseWithStoppedClock } from '../testing/database-clock.ts'
import { liveFixture } from '../testing/live-fixture.ts'
import { createUser } from '../testing/users.ts'
import { jobHandler } from './job-handler.ts'
import { defineJob, enqueueJob } from './queue.ts'
import { jobHandlers } from './schedule.ts'
import { startWorker } from './worker.ts'

const slow = defineJob('slow-receiver', z.object({ receiver: z.string() }))
const quick = defineJob('quick-work', z.object({ n: z.number() }))

test('receivers that hang delay neither another receiver nor other jobs, and each job runs once', async (t) => {
  const api = await testApp(t)
  const { write } = api.runtime.database
  const released = Promise.withResolvers<void>()
  const healthy = Promise.withResolvers<void>()
  const ordinary = Promise.withResolvers<void>()
  const running = new Map<string, number>()
  const maxRunning = new Map<string, number>()
  const done: string[] = []
  const allDone = Promise.withResolvers<void>()
  const hanging = 12
  const jobsEach = 20
  const handlers = [
    jobHandler({
      job: slow,
      groupOf: ({ receiver }) => receiver,
      async run(_, { receiver }) {
        const now = (running.get(receiver) ?? 0) + 1
        running.set(receiver, now)
        maxRunning.set(receiver, Math.max(now, maxRunning.get(receiver) ?? 0))
        if (receiver === 'healthy') healthy.resolve()
        else await released.promise
        running.set(receiver, running.get(receiver)! - 1)
        done.push(receiver)
        if (done.length === hanging * jobsEach + 1) allDone.resolve()
      },
    }),
    jobHandler({
      job: quick,
      async run(_, { n }) {
        if (n === 0) await released.promise
        else ordinary.resolve()
      },
    }),
  ]
  const worker = await startWorker(api.runtime, pino({ level: 'silent' }), handlers)
  atEnd(t, () => worker.stop())
  await write(async (tx) => {
    await enqueueJob(tx, quick, { n: 0 })
    for (let n = 0; n < hanging * jobsEach; n++) await enqueueJob(tx, slow, { receiver: `hangs-${n % hanging}` })
  })
  await write((tx) => enqueueJob(tx, slow, { receiver: 'healthy' }))
  await healthy.promise
  await write((tx) => enqueueJob(tx, quick, { n: 1 }))
  await ordinary.promise
  released.resolve()
  await allDone.promise
  // Five, and one for each other connection that took a job at the same moment.
  assert.ok(Math.max(...maxRunning.values()) <= 8, 'few jobs of a receiver run at once')
  for (let n = 0; n < hanging; n++) assert.equal(done.filter((one) => one === `hangs-${n}`).length, jobsEach)
})

test('of the waiting jobs of a group that coalesces, the queue keeps one, which runs after the one that is running', async (t) => {
  const api = await testApp(t)
  const { write, read } = api.runtime.database
  const released = Promise.withResolvers<void>()
  const done: string[] = []
  const handlers = [
    jobHandler({
      job: slow,
      groupOf: ({ receiver }) => receiver,
      coalesces: true,
      limits: { batchSize: 1, workers: 10, perGroup: 1 },
      async run(_, { receiver }) {
        if (receiver === 'hangs') await released.promise
        done.push(receiver)
      },
    }),
  ]
  const worker = await startWorker(api.runtime, pino({ level: 'silent' }), handlers)
  atEnd(t, () => worker.stop())
  const jobs = async () => {
    const { rows } = await read(({ $client }) =>
      $client.query(`select group_id, state::text from pgboss.job where name = 'slow-receiver' order by 1, 2`),
    )
    return rows.map(({ group_id, state }) => `${group_id} ${state}`)
  }
  const enqueue = (receiver: string) => write((tx) => enqueueJob(tx, slow, { receiver }))
  await enqueue('hangs')
  await until(async () => (await jobs()).includes('hangs active'), 'the first job runs')
  for (let n = 0; n < 5; n++) {
    await write(async (tx) => {
      for (let twice = 0; twice < 2; twice++) await enqueueJob(tx, slow, { receiver: 'hangs' })
    })
    await worker.dispatch()
  }
  await enqueue('healthy')
  await until(() => done.includes('healthy'), 'another group runs')
  assert.deepEqual(
    (await jobs()).filter((job) => job.startsWith('hangs')),
    ['hangs active', 'hangs created'],
  )
  released.resolve()
  await until(() => done.length === 3, 'the job that waited runs')
  await until(async () => (await jobs()).every((job) => job.endsWith('completed')), 'all jobs end')
  assert.deepEqual(done.toSorted(), ['hangs', 'hangs', 'healthy'])
})

test('a payment does not wait for the connections of jobs', async (t) => {
  const api = await testApp(t)
  const ada = api.as(await api.createUser())
  const { slug } = await ada.call(createPaymentLink, { name: 'Ankara', amountKobo: 500_000 })
  const released = Promise.withResolvers<void>()
  const isBusy = Promise.withResolvers<void>()
  let running = 0
  const handlers = [
    jobHandler({
      job: quick,
      async run({ write }) {
        await write(async () => {
          running++
          if (running === 4) isBusy.resolve()
          await released.promise
        })
      },
    }),
  ]
  const worker = await startWorker(api.runtime, pino({ level: 'silent' }), handlers)
  atEnd(t, () => worker.stop())
  atEnd(t, async () => released.resolve())
  await api.runtime.database.write(async (tx) => {
    for (let n = 0; n < 100; n++) await enqueueJob(tx, quick, { n })
  })
  await isBusy.promise
  await api.asNobody().call(startPayment, { slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' })
  assert.equal(running, 4)
})

test('queries of payments that hang at a processor delay the payments of no other business', async (t) => {
  const live = await liveFixture(t)
  const { app, paystack, payer, stateOf } = live
  const other = app.as(await createUser(app.runtime, 'Other', 'LIVE'), 'LIVE')
  const { slug } = await other.call(createPaymentLink, { name: 'Ankara', amountKobo: 500_000 })
  const worker = await startWorker(app.runtime, pino({ level: 'silent' }))
  atEnd(t, () => worker.stop())
  atEnd(t, async () => paystack.control.endPauses())
  const pay = async ({ accessCode, reference }: { accessCode: string; reference: string }, hangs: boolean) => {
    const charge = `${reference.replace('_', '-')}.c`
    await payer.call(openCardPage, { accessCode })
    const query = { operation: 'transaction_verify', text: charge }
    if (hangs) paystack.control.addFault({ ...query, kind: 'late-processing', silenceMs: 120_000 })
    await paystack.control.decideOnPage({ reference: charge, decision: 'success' })
    return () =>
      paystack.control
        .readRequests()
        .some(({ operation, path }) => operation === query.operation && path.includes(charge))
  }
  // One after the other, so that no job takes several of them.
  for (let nth = 0; nth < 6; nth++) await until(await pay(await live.start(), true), 'the payment is queried')
  const payment = await payer.call(startPayment, { slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' })
  await pay(payment, false)
  await until(async () => (await stateOf(payment.accessCode)).status === 'success', 'the other payment is paid')
})

test('payers of one business do not use up the requests that a processor accepts for those of another one', async (t) => {
  // While the clock stands still, no request becomes possible, however long the test takes.
  const { url } = await databaseWithStoppedClock(t)
  const live = await liveFixture(t, { DATABASE_URL: url })
  const { app, payer } = live
  const other = app.as(await createUser(app.runtime, 'Other', 'LIVE'), 'LIVE')
  const { slug } = await other.call(createPaymentLink, { name: 'Ankara', amountKobo: 500_000 })
  const start = { slug, checkoutId: crypto.randomUUID(), email: 'bola@example.com' }
  const ofOther = (await payer.call(startPayment, start)).accessCode
  const many: string[] = []
  for (let nth = 0; nth < 30; nth++) many.push((await live.start()).accessCode)
  Object.assign(app.runtime.config.processorSettings, { PAYSTACK_REQUESTS_PER_SECOND: '4' })
  const pages = await Promise.allSettled(many.map((accessCode) => payer.call(openCardPage, { accessCode })))
  const failed = pages.flatMap((page) =>
    page.status === 'rejected' ? [(page.reason as { status: number }).status] : [],
  )
  assert.deepEqual([...new Set(failed)], [503])
  await payer.call(openCardPage, { accessCode: ofOther })
})

test('jobs that call processors are in groups', () => {
  const grouped = jobHandlers.filter(({ groupOf }) => groupOf).map(({ job }) => job.name)
  const calling = [
    ...['check-payment', 'check-refund', 'process-processor-event', 'return-transfer', 'revoke-card-token'],
    ...[
      'pay-out',
      'check-payout',
      'check-dispute',
      'send-dispute-response',
      'cancel-mandate-at-bank',
      'look-at-mandate',
    ],
  ]
  assert.deepEqual(
    calling.filter((name) => !grouped.includes(name)),
    [],
  )
})

async function until(condition: () => boolean | Promise<boolean>, what: string) {
  // Only a test that fails waits so long.
  const deadline = Date.now() + 60_000
  while (!(await condition())) {
    assert.ok(Date.now() < deadline, what)
    await pause(20)
  }
}
