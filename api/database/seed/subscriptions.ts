import type { NewPlan } from '@adire/contract/plan-fields.ts'
import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Outcome } from '../../connectors/connector.ts'
import type { DeclineReason } from '../../connectors/response-codes.ts'
import { sandboxTokens } from '../../connectors/tables.ts'
import type { Context } from '../../context.ts'
import { paymentLinks } from '../../features/payment-links/tables.ts'
import { addPayment, note } from '../../features/payments/move.ts'
import { settle } from '../../features/payments/settle.ts'
import { plans } from '../../features/plans/tables.ts'
import { settleRefund } from '../../features/refunds/settle.ts'
import { refunds } from '../../features/refunds/tables.ts'
import { cancelHeld } from '../../features/subscriptions/cancel.ts'
import { mailSubscription } from '../../features/subscriptions/mails.ts'
import { change, lockSubscription, tell } from '../../features/subscriptions/move.ts'
import { keepUp } from '../../features/subscriptions/renew.ts'
import { subscriptions } from '../../features/subscriptions/tables.ts'
import { outbox } from '../../jobs/tables.ts'
import type { Chance } from './chance.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

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

interface Story {
  plan: string
  who: readonly [name: string, email: string]
  daysAgo: number
  /** What the bank says to a renewal; it is paid where nothing is said. */
  declines?: DeclineReason
  later?: { daysAgo: number; what: 'pause' | 'payer_cancels' | 'cancel_now' }
}

const stories: readonly Story[] = [
  { plan: 'Wardrobe care', who: ['Adaeze Okafor', 'adaeze.okafor@example.com'], daysAgo: 84 },
  { plan: 'Wardrobe care', who: ['Tunde Balogun', 'tunde.balogun@example.org'], daysAgo: 71 },
  { plan: 'Wardrobe care', who: ['Halima Sani', 'halima.sani@example.net'], daysAgo: 52 },
  {
    plan: 'Wardrobe care',
    who: ['Kemi Adeyemi', 'kemi.adeyemi@example.com'],
    daysAgo: 31.6,
    declines: 'insufficient_funds',
  },
  { plan: 'Wardrobe care', who: ['Musa Ibrahim', 'musa.ibrahim@example.com'], daysAgo: 33, declines: 'expired_card' },
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

/** Plans, and subscriptions in each state, begun and renewed by the use cases that do it for real ones; nothing is mailed. */
export async function seedSubscriptions(context: Context, luck: Chance, merchantId: string): Promise<void> {
  const { tx, now } = context
  const at = (daysAgo: number): Context => ({ ...context, now: new Date(now.getTime() - daysAgo * dayMs) })
  const made = await seedPlans(at(88), luck, merchantId)
  const declines = new Map<string, DeclineReason | undefined>()
  const stops: Stop[] = []
  let last = 88
  for (const story of [...stories].sort((one, other) => other.daysAgo - one.daysAgo)) {
    await renewUntil(context, merchantId, { from: last, to: story.daysAgo, declines, stops })
    last = story.daysAgo
    const id = await begin(at(story.daysAgo), luck, { ...made.get(story.plan)!, merchantId, story })
    declines.set(id, story.declines)
    if (story.later) stops.push({ ...story.later, id })
  }
  await renewUntil(context, merchantId, { from: last, to: 0, declines, stops })
  await tx.delete(outbox).where(inArray(outbox.job, [mailSubscription.name]))
}

/** What payers and the business do to some of them later. */
interface Stop extends NonNullable<Story['later']> {
  id: string
}

interface Made {
  planId: string
  paymentLinkId: string | null
}

async function seedPlans({ tx, now }: Context, luck: Chance, merchantId: string): Promise<Map<string, Made>> {
  const made = new Map<string, Made>()
  for (const [place, { slug, ...offer }] of offered.entries()) {
    const createdAt = new Date(now.getTime() + place * hourMs)
    const { name, description = null, amountKobo, interval } = offer
    const [plan] = await tx
      .insert(plans)
      .values({
        merchantId,
        code: `PLN_${luck.code(16)}`,
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
      ? await tx
          .insert(paymentLinks)
          .values({
            merchantId,
            slug,
            name,
            description,
            planId: plan!.id,
            feeBearer: 'merchant',
            status: 'active',
            createdAt,
          })
          .returning({ id: paymentLinks.id })
      : []
    made.set(name, { planId: plan!.id, paymentLinkId: link[0]?.id ?? null })
  }
  return made
}

async function begin(context: Context, luck: Chance, of: Made & { merchantId: string; story: Story }): Promise<string> {
  const { tx, now } = context
  const { merchantId, planId, paymentLinkId, story } = of
  const plan = offered.find(({ name }) => name === story.plan)!
  const isCardCheck = (plan.trialDays ?? 0) > 0
  const amountKobo = isCardCheck ? 50_00 : plan.amountKobo
  const [customerName, customerEmail] = story.who
  const token = `AUTH_demo${luck.code(16)}`
  const card = story.declines === 'insufficient_funds' ? 'fails_when_saved' : 'plain'
  await tx.insert(sandboxTokens).values({ token, card, last4: '4081', goodUntil: new Date('2029-10-01') })
  const payment = await addPayment(tx, {
    merchantId,
    reference: `pay_${luck.code(16)}`,
    accessCode: luck.code(32),
    checkoutId: crypto.randomUUID(),
    planId,
    paymentLinkId,
    isCardCheck,
    status: 'pending',
    step: 'select_channel',
    priceKobo: amountKobo,
    amountKobo,
    feeBearer: 'merchant',
    channel: 'card',
    cardBrand: 'visa',
    cardBin: '408408',
    cardLast4: luck.digits(4),
    cardExpiryMonth: 9,
    cardExpiryYear: 2029,
    customerEmail,
    customerName,
    createdAt: now,
    expiresAt: new Date(now.getTime() + hourMs / 2),
  })
  await note(tx, payment, now, 'started', 'Checkout started')
  const paid = await settle(context, { merchantId, id: payment.id }, { kind: 'success', paidBy: 'card', token })
  const [back] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.merchantId, merchantId), eq(refunds.paymentId, payment.id)))
  if (back) await settleRefund(context, back, { kind: 'processed' })
  return paid.subscriptionId!
}

interface Stretch {
  from: number
  to: number
  declines: ReadonlyMap<string, DeclineReason | undefined>
  stops: readonly Stop[]
}

/** Lives through a stretch of the past: what is due is done at its instant. */
async function renewUntil(context: Context, merchantId: string, { from, to, declines, stops }: Stretch): Promise<void> {
  const end = new Date(context.now.getTime() - to * dayMs)
  const inOrder = stops.toSorted((one, other) => other.daysAgo - one.daysAgo)
  for (const stop of inOrder.filter(({ daysAgo }) => daysAgo <= from && daysAgo > to)) {
    const at = { ...context, now: new Date(context.now.getTime() - stop.daysAgo * dayMs) }
    await renewAll(context, merchantId, at.now, declines)
    await stopIt(at, merchantId, stop)
  }
  await renewAll(context, merchantId, end, declines)
}

async function renewAll(context: Context, merchantId: string, until: Date, declines: Stretch['declines']) {
  for (;;) {
    const [due] = await context.tx
      .select()
      .from(subscriptions)
      .where(and(eq(subscriptions.merchantId, merchantId), lte(subscriptions.dueAt, until)))
      .orderBy(asc(subscriptions.dueAt))
      .limit(1)
    if (!due) return
    const own = { ...context, now: due.dueAt! }
    const charge = await keepUp(own, due)
    const reason = declines.get(due.id)
    const said: Outcome = reason ? { kind: 'failed', reason } : { kind: 'success', paidBy: 'card' }
    if (charge) await settle(own, charge.key, said)
  }
}

async function stopIt(context: Context, merchantId: string, { id, what }: Stop): Promise<void> {
  const { tx, now } = context
  const held = await lockSubscription(tx, { merchantId, id })
  if (what === 'payer_cancels') return cancelHeld(context, held, { endReason: 'payer', by: 'The customer' })
  if (what === 'cancel_now')
    return cancelHeld(context, held, { endReason: 'merchant', by: 'The shop', when: 'now', note: 'Moved to London' })
  await change(tx, held, { pausedAt: now, dueAt: null })
  await tell(tx, held, now, 'paused', 'The shop paused it while she travels')
}
