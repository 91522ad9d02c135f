import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listPayments } from '@adire/contract/payments.ts'
import { intervals } from '@adire/contract/plans.ts'
import type { Interval } from '@adire/contract/plans-schemas.ts'
import { playOutcome } from '@adire/contract/simulator.ts'
import { cancelSubscription, pauseSubscription, resumeSubscription } from '@adire/contract/subscriptions.ts'
import type { SubscriptionInvoice } from '@adire/contract/subscriptions-schemas.ts'
import fc from 'fast-check'
import { subscriptionFixture } from '../../testing/subscribing.ts'
import { addIntervals } from './calendar.ts'

type Step =
  | { kind: 'live'; part: number }
  | { kind: 'simulate'; name: 'renewed' | 'no_funds' | 'bank_silent' | 'card_lost' | 'retry_paid' | 'retry_declined' }
  | { kind: 'pause' | 'resume' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('live' as const), part: fc.double({ min: 0.01, max: 2.5, noNaN: true }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('simulate' as const),
      name: fc.constantFrom('renewed', 'no_funds', 'bank_silent', 'card_lost', 'retry_paid', 'retry_declined' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('pause' as const, 'resume' as const) }) },
)
const lives = fc.record({
  interval: fc.constantFrom(...intervals),
  trialDays: fc.constantFrom(0, 0, 3),
  chargeLimit: fc.constantFrom(null, null, 4),
  afterFailure: fc.constantFrom('cancel' as const, 'attention' as const),
  steps: fc.array(step, { minLength: 4, maxLength: 9 }),
})
type Life = typeof lives extends fc.Arbitrary<infer T> ? T : never

const daysByInterval: Record<Interval, number> = {
  hourly: 1 / 24,
  daily: 1,
  weekly: 7,
  monthly: 31,
  quarterly: 92,
  biannually: 183,
  annually: 366,
}

/** Asserts the invariants of the periods of any subscription. */
function checkPeriods(all: SubscriptionInvoice[], interval: Interval, { charges }: { charges: number }) {
  const periods = all.toSorted((one, other) => one.number - other.number)
  assert.deepEqual(
    periods.map(({ number }) => number),
    periods.map((_, index) => index + 1),
  )
  assert.equal(periods.length, charges)
  let anchor: number | undefined
  let steps = 0
  for (const [index, { startsAt, endsAt }] of periods.entries()) {
    const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)]
    const before = periods[index - 1]
    // Each period starts at the end of the previous one; later only after a pause, or after a debt longer than the period.
    if (before) assert.ok(start >= Date.parse(before.endsAt), 'periods do not overlap')
    if (before && start === Date.parse(before.endsAt)) steps++
    else {
      anchor = start
      steps = 0
    }
    assert.equal(
      end,
      addIntervals(new Date(anchor!), interval, steps + 1).getTime(),
      'a period has its length from the anchor',
    )
    if (before) assert.ok(before.status === 'success', 'nothing new starts while something is owed')
  }
}

test('for any plan, pauses, failures and clock moves: no period is charged twice or skipped, and the dates are right', {
  timeout: 600_000,
}, async (t) => {
  const { merchant, plan, subscribe, live, detail, invoices } = await subscriptionFixture(t)
  const liveThrough = async ({ interval, trialDays, chargeLimit, afterFailure, steps }: Life, index: number) => {
    const { id: planId } = await plan({ interval, trialDays, chargeLimit, afterFailure })
    const { id } = await subscribe(planId, undefined, `payer-${index}-${crypto.randomUUID()}@example.com`)
    for (const one of steps) {
      if (one.kind === 'live') await live(Math.min(daysByInterval[interval] * one.part, 365))
      // An outcome that is not possible in the present state is rejected and changes nothing.
      else if (one.kind === 'simulate')
        await merchant.call(playOutcome, { kind: 'subscription', id, name: one.name }).catch(isClientError)
      else if (one.kind === 'pause') await merchant.call(pauseSubscription, { id }).catch(isClientError)
      else await merchant.call(resumeSubscription, { id }).catch(isClientError)
    }
    await live(0.01)
    const [found, billed] = [await detail(id), await invoices(id)]
    checkPeriods(billed, interval, found)
    if (chargeLimit !== null) assert.ok(found.charges <= chargeLimit)
    const paid = billed.filter(({ status }) => status === 'success')
    assert.equal(found.collectedKobo, paid.length * 500_000)
    const payments = (await merchant.call(listPayments, { subscriptionId: id, status: 'success', limit: 100 })).content
    assert.equal(payments.length, paid.length, 'one payment for each period that is paid')
    assert.deepEqual(new Set(payments.map((payment) => payment.id)), new Set(paid.map(({ paymentId }) => paymentId)))
    // End it, so that the next run is alone on the business clock.
    await merchant.call(cancelSubscription, { id, when: 'now' }).catch(isClientError)
  }
  let index = 0
  await fc.assert(
    fc.asyncProperty(lives, (life) => liveThrough(life, index++)),
    { seed: 4, numRuns: 6, endOnFailure: true },
  )
})

function isClientError(error: { status?: number }) {
  assert.equal(error.status, 409)
}
