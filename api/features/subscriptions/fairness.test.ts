import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { initialiseCharge } from '@adire/contract/charges.ts'
import { openCardPage, startPayment } from '@adire/contract/checkout.ts'
import { hourMs, minuteMs } from '@adire/contract/durations.ts'
import { createPlan } from '@adire/contract/plans.ts'
import { listSavedCards } from '@adire/contract/saved-cards.ts'
import { createSubscription } from '@adire/contract/subscription-actions.ts'
import { runInBackground } from '../../current-work.ts'
import { databaseWithStoppedClock } from '../../testing/database-clock.ts'
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

const until = async (condition: () => boolean, what: string) => {
  // Only a test that fails waits so long.
  const deadline = Date.now() + 60_000
  while (!condition()) {
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

test('renewals of one business leave requests at the limit of the processor to those of another one', async (t) => {
  const { url, stopClock } = await databaseWithStoppedClock(t)
  const live = await liveFixture(t, { DATABASE_URL: url })
  const { app } = live
  const busy = await subscribedBusiness(live, 'many@example.com', 1)
  app.forward(apartMs)
  const small = await subscribedBusiness(live, 'one@example.com', 1)
  app.forward(24 * hourMs - apartMs + 1_000)
  Object.assign(app.runtime.config.processorSettings, { PAYSTACK_REQUESTS_PER_SECOND: '10' })
  const renew = () => runInBackground(() => runNow(app.runtime, 'renew-subscriptions'))
  // The first business has used up its fair share. A second is saved, which jobs leave to payers, and not the half that those above their
  // fair share leave to others.
  await app.runtime.database.write(({ $client }) =>
    $client.query(
      `insert into processor_turns (processor, next_at)
       values ($1, clock_timestamp() + interval '1 hour'), ('paystack', clock_timestamp() - interval '1.05 s')
       on conflict (processor) do update set next_at = excluded.next_at`,
      [`paystack:${busy.merchantId}`],
    ),
  )
  await renew()
  assert.equal(busy.renewals().length, 0)
  app.forward(apartMs)
  await renew()
  assert.deepEqual([busy.renewals().length, small.renewals().length], [0, 1])
  await stopClock(10_000)
  app.forward(minuteMs)
  await renew()
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
