import { dayMs, hourMs } from '@adire/contract/durations.ts'
import type { NewPlan } from '@adire/contract/plans-schemas.ts'
import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ChargeOutcome } from '../../connectors/charges.ts'
import type { DeclineReason } from '../../connectors/response-codes.ts'
import { sandboxTokens } from '../../connectors/sandbox/tables.ts'
import type { Context } from '../../context.ts'
import { addPaymentLink } from '../../features/payment-links/add-link.ts'
import { applyOutcome } from '../../features/payments/apply-outcome.ts'
import { applyRefundOutcome } from '../../features/refunds/apply-outcome.ts'
import { refunds } from '../../features/refunds/tables.ts'
import { cancelLockedSubscription } from '../../features/subscriptions/cancel.ts'
import { mailSubscription } from '../../features/subscriptions/emails/enqueue.ts'
import {
  appendSubscriptionEvent,
  lockSubscription,
  updateSubscriptionRecord,
} from '../../features/subscriptions/move.ts'
import { processDueSubscriptions } from '../../features/subscriptions/renew.ts'
import { plans, subscriptions } from '../../features/subscriptions/tables.ts'
import { outbox } from '../../jobs/tables.ts'
import { writeCollected } from '../write-at-commit.ts'
import { addCardPayment } from './card-payments.ts'
import type { RandomSource } from './chance.ts'
import { contextAt } from './context-at.ts'

const offered: readonly (z.output<typeof NewPlan> & { slug?: string })[] = [
  {
    name: 'Wardrobe care',
    description: 'Cleaning, mending and pressing, collected every month',
    amountKobo: 25_000_00,
    interval: 'monthly',
    slug: 'wardrobe-care',
  },
  {
    name: 'Sewing club',
    description: 'Eight Saturdays at the machine',
    amountKobo: 6_500_00,
    interval: 'weekly',
    chargeLimit: 8,
    slug: 'sewing-club',
  },
  {
    name: 'Adire box',
    description: 'A season of hand-dyed cloth at your door; two weeks to look it over',
    amountKobo: 68_000_00,
    interval: 'quarterly',
    trialDays: 14,
    afterFailure: 'attention',
    slug: 'adire-box',
  },
  { name: 'Stylist on call', amountKobo: 240_000_00, interval: 'annually' },
]

interface SubscriptionScript {
  plan: string
  who: readonly [name: string, email: string]
  daysAgo: number
  /** The bank's decline reason for renewals; without one they succeed. */
  declines?: DeclineReason
  later?: { daysAgo: number; what: 'pause' | 'payer_cancels' | 'cancel_now' }
}

const subscriptionScripts: readonly SubscriptionScript[] = [
  { plan: 'Wardrobe care', who: ['Adaeze Okafor', 'adaeze.okafor@example.com'], daysAgo: 84 },
  { plan: 'Wardrobe care', who: ['Tunde Balogun', 'tunde.balogun@example.org'], daysAgo: 71 },
  { plan: 'Wardrobe care', who: ['Halima Sani', 'halima.sani@example.net'], daysAgo: 52 },
  {
    plan: 'Wardrobe care',
    who: ['Kemi Adeyemi', 'kemi.adeyemi@example.com'],
    daysAgo: 31.6,
    declines: 'insufficient_funds',
  },
  { plan: 'Wardrobe care', who: ['Musa Ibrahim', 'musa.ibrahim@example.com'], daysAgo: 33, declines: 'lost_card' },
  { plan: 'Wardrobe care', who: ['Nkechi Eze', 'nkechi.eze@example.org'], daysAgo: 45, declines: 'insufficient_funds' },
  {
    plan: 'Wardrobe care',
    who: ['Sade Ogunleye', 'sade.ogunleye@example.net'],
    daysAgo: 40,
    later: { daysAgo: 6, what: 'pause' },
  },
  {
    plan: 'Wardrobe care',
    who: ['Umar Bello', 'umar.bello@example.com'],
    daysAgo: 20,
    later: { daysAgo: 3, what: 'payer_cancels' },
  },
  { plan: 'Sewing club', who: ['Folake Lawal', 'folake.lawal@example.com'], daysAgo: 66 },
  { plan: 'Sewing club', who: ['Chinwe Obi', 'chinwe.obi@example.org'], daysAgo: 24 },
  { plan: 'Sewing club', who: ['Zainab Usman', 'zainab.usman@example.com'], daysAgo: 10 },
  { plan: 'Adire box', who: ['Ebere Nwosu', 'ebere.nwosu@example.net'], daysAgo: 60 },
  { plan: 'Adire box', who: ['Damilola Idowu', 'damilola.idowu@example.com'], daysAgo: 5 },
  { plan: 'Stylist on call', who: ['Ifeoma Okeke', 'ifeoma.okeke@example.com'], daysAgo: 58 },
  {
    plan: 'Stylist on call',
    who: ['Olumide Afolabi', 'olumide.afolabi@example.org'],
    daysAgo: 37,
    later: { daysAgo: 12, what: 'cancel_now' },
  },
]

/** Plans, and subscriptions in each status, created and renewed by the production code; nothing is emailed. */
export async function seedSubscriptions(context: Context, random: RandomSource, merchantId: string): Promise<void> {
  const { tx, now } = context
  const at = (daysAgo: number): Context => contextAt(context, new Date(now.getTime() - daysAgo * dayMs))
  const made = await seedPlans(at(88), random, merchantId)
  const declines = new Map<string, DeclineReason | undefined>()
  const stops: Stop[] = []
  let last = 88
  for (const script of [...subscriptionScripts].sort((one, other) => other.daysAgo - one.daysAgo)) {
    await renewUntil(context, merchantId, { from: last, to: script.daysAgo, declines, stops })
    last = script.daysAgo
    const id = await startSubscription(at(script.daysAgo), random, { ...made.get(script.plan)!, merchantId, script })
    declines.set(id, script.declines)
    if (script.later) stops.push({ ...script.later, id })
  }
  await renewUntil(context, merchantId, { from: last, to: 0, declines, stops })
  await writeCollected(tx)
  await tx.delete(outbox).where(inArray(outbox.job, [mailSubscription.name]))
}

/** Later actions of payers and the business on subscriptions. */
interface Stop extends NonNullable<SubscriptionScript['later']> {
  id: string
}

interface Made {
  planId: string
  paymentLinkId: string | null
}

async function seedPlans({ tx, now }: Context, random: RandomSource, merchantId: string): Promise<Map<string, Made>> {
  const made = new Map<string, Made>()
  for (const [index, { slug, ...offer }] of offered.entries()) {
    const createdAt = new Date(now.getTime() + index * hourMs)
    const { name, description = null, amountKobo, interval } = offer
    const [plan] = await tx
      .insert(plans)
      .values({
        merchantId,
        code: `PLN_${random.code(16)}`,
        status: 'active',
        name,
        description,
        amountKobo,
        interval,
        chargeLimit: offer.chargeLimit ?? null,
        trialDays: offer.trialDays ?? 0,
        afterFailure: offer.afterFailure ?? 'cancel',
        createdAt,
      })
      .returning({ id: plans.id })
    const link = slug
      ? await addPaymentLink(tx, {
          merchantId,
          slug,
          name,
          description,
          planId: plan!.id,
          feeBearer: 'merchant',
          status: 'active',
          createdAt,
        })
      : undefined
    made.set(name, { planId: plan!.id, paymentLinkId: link?.id ?? null })
  }
  return made
}

async function startSubscription(
  context: Context,
  random: RandomSource,
  of: Made & { merchantId: string; script: SubscriptionScript },
): Promise<string> {
  const { tx } = context
  const { merchantId, planId, paymentLinkId, script } = of
  const plan = offered.find(({ name }) => name === script.plan)!
  const isCardCheck = (plan.trialDays ?? 0) > 0
  const amountKobo = isCardCheck ? 50_00 : plan.amountKobo
  const [customerName, customerEmail] = script.who
  const token = `AUTH_demo${random.code(16)}`
  const card = script.declines === 'insufficient_funds' ? 'fails_when_saved' : 'plain'
  await tx.insert(sandboxTokens).values({ token, card, last4: '4081', goodUntil: new Date('2029-10-01') })
  const payment = await addCardPayment(context, random, {
    merchantId,
    planId,
    paymentLinkId,
    isCardCheck,
    amountKobo,
    customerEmail,
    customerName,
  })
  const paid = await applyOutcome(context, { merchantId, id: payment.id }, { kind: 'success', paidBy: 'card', token })
  const [back] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.merchantId, merchantId), eq(refunds.paymentId, payment.id)))
  if (back) await applyRefundOutcome(context, back, { kind: 'processed' })
  return paid.subscriptionId!
}

interface RenewalRun {
  from: number
  to: number
  declines: ReadonlyMap<string, DeclineReason | undefined>
  stops: readonly Stop[]
}

/** Simulates a period of the past: renewals run at the instants at which they were due. */
async function renewUntil(
  context: Context,
  merchantId: string,
  { from, to, declines, stops }: RenewalRun,
): Promise<void> {
  const end = new Date(context.now.getTime() - to * dayMs)
  const inOrder = stops.toSorted((one, other) => other.daysAgo - one.daysAgo)
  for (const stop of inOrder.filter(({ daysAgo }) => daysAgo <= from && daysAgo > to)) {
    const at = contextAt(context, new Date(context.now.getTime() - stop.daysAgo * dayMs))
    await renewAll(context, merchantId, at.now, declines)
    await stopIt(at, merchantId, stop)
  }
  await renewAll(context, merchantId, end, declines)
}

async function renewAll(context: Context, merchantId: string, until: Date, declines: RenewalRun['declines']) {
  for (;;) {
    const [due] = await context.tx
      .select()
      .from(subscriptions)
      .where(and(eq(subscriptions.merchantId, merchantId), lte(subscriptions.dueAt, until)))
      .orderBy(asc(subscriptions.dueAt))
      .limit(1)
    if (!due) return
    const dueContext = contextAt(context, due.dueAt!)
    const [charge] = await processDueSubscriptions(dueContext, { merchantId, ids: [due.id] })
    const reason = declines.get(due.id)
    const outcome: ChargeOutcome = reason ? { kind: 'failed', reason } : { kind: 'success', paidBy: 'card' }
    if (charge) await applyOutcome(dueContext, charge.key, outcome)
  }
}

async function stopIt(context: Context, merchantId: string, { id, what }: Stop): Promise<void> {
  const { tx, now } = context
  const subscription = await lockSubscription(tx, { merchantId, id })
  if (what === 'payer_cancels')
    return cancelLockedSubscription(context, subscription, { endReason: 'payer', by: 'The customer' })
  if (what === 'cancel_now')
    return cancelLockedSubscription(context, subscription, {
      endReason: 'merchant',
      by: 'The shop',
      when: 'now',
      note: 'Moved to London',
    })
  await updateSubscriptionRecord(tx, subscription, { pausedAt: now, dueAt: null })
  await appendSubscriptionEvent(tx, subscription, now, 'paused', 'Paused by the business while the customer travels')
}
