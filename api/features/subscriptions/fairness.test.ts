import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { initialiseCharge } from '@adire/contract/charges.ts'
import { openCardPage, startPayment } from '@adire/contract/checkout.ts'
import { hourMs } from '@adire/contract/durations.ts'
import { createPlan } from '@adire/contract/plans.ts'
import { listSavedCards } from '@adire/contract/saved-cards.ts'
import { createSubscription } from '@adire/contract/subscription-actions.ts'
import { runInBackground } from '../../current-work.ts'
import { runNow } from '../../testing/drain.ts'
import { liveFixture } from '../../testing/live-fixture.ts'
import { createUser } from '../../testing/users.ts'

/** Time between the renewals of two businesses, shorter than the time after which a charge without an answer is requested again. */
const apartMs = 30_000
const chargeSaved = 'transaction_chargeAuthorization'

type Live = Awaited<ReturnType<typeof liveFixture>>

/** A live business with daily subscriptions of one saved card. */
async function subscribedBusiness({ app, paystack, payer }: Live, email: string, count: number) {
  const { call, merchantId } = app.as(await createUser(app.runtime, email, 'LIVE'), 'LIVE')
  const { authorizationUrl } = await call(initialiseCharge, { amountKobo: 100_000, email, saveCard: true })
  const slug = authorizationUrl.split('/').at(-1)!
  const { accessCode, reference } = await payer.call(startPayment, { slug, checkoutId: crypto.randomUUID(), email })
  await payer.call(openCardPage, { accessCode })
  await paystack.control.decideOnPage({ reference: `${reference.replace('_', '-')}.c`, decision: 'success' })
  await app.drain()
  const { id: savedCardId } = (await call(listSavedCards, { email })).content[0]!
  for (let nth = 0; nth < count; nth++) {
    const amountKobo = 50_000
    const { id: planId } = await call(createPlan, { name: `Daily bread ${nth}`, amountKobo, interval: 'daily' })
    await call(createSubscription, { planId, savedCardId, amountKobo })
  }
  /** Requests to charge the card since then: those that were sent, and their distinct references. */
  const from = paystack.control.readRequests().length
  const renewals = () => {
    const sent = paystack.control.readRequests().slice(from)
    const bodies = sent.filter(({ operation }) => operation === chargeSaved).map(({ body }) => body as Sent)
    return bodies.filter((body) => body.email === email).map((body) => body.reference)
  }
  return { merchantId, email, renewals }
}
interface Sent {
  email: string
  reference: string
}

const until = async (condition: () => boolean | Promise<boolean>, what: string) => {
  const deadline = Date.now() + 8_000
  while (!(await condition())) {
    assert.ok(Date.now() < deadline, what)
    await pause(20)
  }
}

test('a processor that hangs for one business delays the renewals of no other one, and charges each once', async (t) => {
  const live = await liveFixture(t)
  const { app, paystack } = live
  const hanging = await subscribedBusiness(live, 'hangs@example.com', 20)
  const healthy = await subscribedBusiness(live, 'pays@example.com', 3)
  paystack.control.addFault({
    ...{ operation: chargeSaved, text: hanging.email, kind: 'late-processing', count: 1_000, silenceMs: 120_000 },
  })
  app.forward(25 * hourMs)
  const run = runNow(app.runtime, 'renew-subscriptions')
  await until(() => healthy.renewals().length === 3, 'the others are charged while the calls of one hang')
  assert.ok(hanging.renewals().length <= 16, 'few calls of one business wait')
  const inOtherProcess = runNow(app.runtime, 'renew-subscriptions')
  paystack.control.clearFaults()
  paystack.control.endPauses()
  await Promise.all([run, inOtherProcess])
  assert.equal(healthy.renewals().length, 3)
  assert.deepEqual([hanging.renewals().length, new Set(hanging.renewals()).size], [20, 20])
})

/** Waits until so many statements wait for the row that has the turns of the processor. */
const untilTurnsWait = async ({ app }: Live, count: number) => {
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%update processor_turns%'`
  await until(
    async () => (await app.runtime.database.read(({ $client }) => $client.query(waiting))).rowCount === count,
    `${count} requests wait for a turn`,
  )
}

test('renewals of one business leave requests at the limit of the processor to those of another one', async (t) => {
  const live = await liveFixture(t)
  const { app } = live
  const busy = await subscribedBusiness(live, 'many@example.com', 1)
  app.forward(apartMs)
  const small = await subscribedBusiness(live, 'one@example.com', 1)
  app.forward(24 * hourMs - apartMs + 1_000)
  Object.assign(app.runtime.config.processorSettings, { PAYSTACK_REQUESTS_PER_SECOND: '10' })
  const renew = () => runInBackground(() => runNow(app.runtime, 'renew-subscriptions'))
  const { database } = app.runtime
  // The first business has used up its fair share.
  await database.write(({ $client }) =>
    $client.query(
      `insert into processor_turns (processor, next_at) values ($1, clock_timestamp() + interval '1 hour')
       on conflict (processor) do update set next_at = excluded.next_at`,
      [`paystack:${busy.merchantId}`],
    ),
  )
  const requests = await database.write(async ({ $client }) => {
    await $client.query("select from processor_turns where processor = 'paystack' for update")
    const ofBusy = renew()
    await untilTurnsWait(live, 1)
    app.forward(apartMs)
    const ofSmall = renew()
    await untilTurnsWait(live, 2)
    // A second is saved, which jobs leave to payers, and not the half that those above their fair share leave to others.
    await $client.query(
      `update processor_turns set next_at = clock_timestamp() - interval '1.05 s' where processor = 'paystack'`,
    )
    return [ofBusy, ofSmall]
  })
  await until(() => small.renewals().length === 1, 'the other business is charged')
  assert.equal(busy.renewals().length, 0, 'the first business asked first and is charged later')
  await Promise.all(requests)
  assert.equal(busy.renewals().length, 1)
})

test('a charge without an answer is requested less and less often, always as the same charge', async (t) => {
  const live = await liveFixture(t)
  const { app, paystack } = live
  const { renewals, email } = await subscribedBusiness(live, 'waits@example.com', 1)
  paystack.control.addFault({ operation: chargeSaved, text: email, kind: 'cut-before', count: 1_000 })
  app.forward(25 * hourMs)
  const runEachMinute = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      await runNow(app.runtime, 'renew-subscriptions')
      app.forward(hourMs / 60)
    }
  }
  await runEachMinute(2)
  assert.equal(renewals().length, 2, 'the first time after a minute')
  await runEachMinute(58)
  assert.ok(renewals().length >= 5 && renewals().length <= 8, `${renewals().length} requests in an hour`)
  paystack.control.clearFaults()
  app.forward(hourMs)
  await runEachMinute(10)
  assert.ok(renewals().length <= 9)
  assert.equal(new Set(renewals()).size, 1)
})
