import type { Parsed } from '@adire/contract/endpoint.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { changeSubscriptionPlan, PlanChangePreview, previewPlanChange } from '@adire/contract/subscriptions.ts'
import type { MerchantContext, Steps } from '../../context.ts'
import { Problem, problem } from '../../http/problem.ts'
import { actorOf, record } from '../audit/audit.ts'
import { accountOf, obstacleOf } from './account.ts'
import { stepFrom } from './calendar.ts'
import { beginCharge, type Charge, charge } from './charge.ts'
import { show } from './detail.ts'
import {
  addInvoice,
  change,
  findSubscription,
  lockSubscription,
  type PlanRecord,
  planOf,
  type SubscriptionRecord,
  tell,
} from './move.ts'
import { requireRenewing } from './pause.ts'
import { prorate } from './proration.ts'
import { applyChange } from './settle.ts'
import { sourceOf } from './source.ts'

type Asked = Parsed<typeof previewPlanChange>

export async function preview(context: MerchantContext, asked: Asked): Promise<PlanChangePreview> {
  const { tx, merchant, now } = context
  const held = await findSubscription(tx, { merchantId: merchant.id, id: asked.id })
  const plans = await requireChange(context, held, asked)
  const { plan } = plans
  const shown = {
    plan: { id: plan.id, code: plan.code, name: plan.name, interval: plan.interval },
    amountKobo: plan.amountKobo,
    when: asked.when,
    previewedAt: now.toISOString(),
    creditKobo: held.creditKobo,
  }
  const cost = costOf(held, plans, asked.when, now)
  return {
    ...shown,
    unusedKobo: cost.unusedKobo,
    newPeriodKobo: cost.newPeriodKobo,
    dueNowKobo: cost.dueNowKobo,
    creditLeftKobo: cost.creditLeftKobo,
    nextPaymentAt: cost.endsAt.toISOString(),
    nextPaymentKobo: Math.max(0, plan.amountKobo - cost.creditLeftKobo),
  }
}

interface Plans {
  old: PlanRecord
  plan: PlanRecord
}

async function requireChange({ tx }: MerchantContext, held: SubscriptionRecord, { planId }: Asked): Promise<Plans> {
  requireRenewing(held, 'changed')
  const plan = await planOf(tx, held.merchantId, planId)
  if (plan.id === held.planId && !held.nextPlanId)
    throw problem.conflict('same_plan', 'The subscription is on this plan already')
  if (plan.status !== 'active') throw problem.conflict('plan_closed', 'This plan takes no sign-ups')
  const account = await accountOf(tx, held)
  if (account && plan.amountKobo > account.limitKobo)
    throw problem.conflict(
      'above_mandate',
      `The customer allowed ${formatNaira(account.limitKobo)} to be debited at a time. She has to subscribe to ${plan.name} herself.`,
    )
  return { old: await planOf(tx, held.merchantId, held.planId), plan }
}

/** What a change costs. In a trial, and from the next period on, it costs nothing now. */
function costOf(held: SubscriptionRecord, { old, plan }: Plans, when: Asked['when'], now: Date) {
  const { periodStartsAt, periodEndsAt, creditKobo } = held
  if (when === 'next_period' || held.isTrial)
    return { unusedKobo: 0, newPeriodKobo: 0, dueNowKobo: 0, creditLeftKobo: creditKobo, endsAt: periodEndsAt }
  const isSame = plan.interval === old.interval
  const startsAt = isSame ? periodStartsAt : now
  const endsAt = isSame ? periodEndsAt : stepFrom(now, plan.interval, 1)
  const stretch = { startsAt: held.stretchStartsAt, endsAt: periodEndsAt, costKobo: held.stretchKobo }
  const fresh = { startsAt, endsAt, costKobo: plan.amountKobo }
  return { ...prorate(stretch, fresh, creditKobo, now), endsAt }
}

/** Changes the plan: writes down what it costs, charges it, and the settled charge makes the change. */
export async function changePlan(steps: Steps<MerchantContext>, asked: Change) {
  const wanted = await steps.write((context) => intend(context, asked))
  if (wanted) {
    const { mode, config } = steps
    const payment = await charge({ mode, config, write: steps.write }, wanted)
    if (payment?.status === 'failed')
      throw new Problem(402, 'payment_failed', `The card was declined: ${payment.failureMessage}. Nothing was changed.`)
  }
  return steps.write((context) => show(context, asked.id))
}

/** How long the figures of a preview hold. */
const previewMs = 10 * 60_000
/** Without the instant of its preview a confirmed amount may be this much less than what is due by now. */
const tolerance = 0.01

type Change = Parsed<typeof changeSubscriptionPlan>

/**
 * What a change costs as it was confirmed, and from when on it counts.
 * @throws price_changed (409) where the preview is too old, is of an earlier period, or said another amount
 */
function confirmedCost(held: SubscriptionRecord, plans: Plans, { when, previewedAt, dueNowKobo }: Change, now: Date) {
  const at = previewedAt === undefined ? now : new Date(previewedAt)
  const isHeld = at <= now && now.getTime() - at.getTime() <= previewMs && at >= held.stretchStartsAt
  const cost = costOf(held, plans, when, isHeld ? at : now)
  const mostKobo = dueNowKobo === undefined ? Number.POSITIVE_INFINITY : dueNowKobo
  const isAsConfirmed =
    previewedAt === undefined
      ? cost.dueNowKobo <= mostKobo * (1 + tolerance)
      : isHeld && (dueNowKobo === undefined || cost.dueNowKobo === dueNowKobo)
  if (!isAsConfirmed)
    throw problem.conflict('price_changed', `By now ${formatNaira(cost.dueNowKobo)} is due. Look at the change again.`)
  return { ...cost, dueNowKobo: Math.min(cost.dueNowKobo, mostKobo), at }
}

async function intend(context: MerchantContext, asked: Change): Promise<Charge | undefined> {
  const { tx, merchant, now } = context
  const held = await lockSubscription(tx, { merchantId: merchant.id, id: asked.id })
  const plans = await requireChange(context, held, asked)
  const { old, plan } = plans
  const cost = confirmedCost(held, plans, asked, now)
  const { name } = actorOf(context)
  await record(context, {
    action: 'subscription.plan_changed',
    object: held.code,
    before: { plan: old.name },
    after: { plan: plan.name, when: asked.when },
  })
  if (asked.when === 'next_period') {
    const nextPlanId = plan.id === held.planId ? null : plan.id
    await change(tx, held, { nextPlanId })
    await tell(tx, held, now, 'plan_change_planned', `${name} changed the plan to ${plan.name} from the next period on`)
    return undefined
  }
  if (held.isTrial) {
    await applyTrialChange(context, held, plans)
    return undefined
  }
  const invoice = await addInvoice(tx, held, {
    kind: 'change',
    status: cost.dueNowKobo > 0 ? 'pending' : 'success',
    planId: plan.id,
    planName: plan.name,
    startsAt: cost.at,
    endsAt: cost.endsAt,
    priceKobo: plan.amountKobo,
    amountKobo: cost.newPeriodKobo,
    creditKobo: cost.newPeriodKobo - cost.dueNowKobo,
    dueKobo: cost.dueNowKobo,
    attempts: 0,
    paidAt: cost.dueNowKobo > 0 ? null : now,
    createdAt: now,
  })
  const counted = await change(tx, held, { invoices: invoice.number })
  await tell(tx, held, now, 'plan_change_asked', `${name} changed the plan to ${plan.name}`)
  if (cost.dueNowKobo === 0) {
    await applyChange(context, counted, invoice, cost.creditLeftKobo)
    return undefined
  }
  const source = await sourceOf(tx, held)
  if (!source) throw problem.conflict('no_card', 'There is no card to charge. The customer has to give one first.')
  if ('account' in source && obstacleOf(source.account, cost.dueNowKobo))
    throw problem.conflict('account_not_debited', 'The account cannot be debited by that much now')
  return beginCharge(context, counted, { invoice, source })
}

/** Nothing was charged yet, so nothing is reckoned up: the trial goes on to its end, and the new plan follows it. */
function applyTrialChange(context: MerchantContext, held: SubscriptionRecord, { plan }: Plans) {
  const { periodStartsAt: startsAt, periodEndsAt: endsAt, creditKobo } = held
  const change = { planId: plan.id, priceKobo: plan.amountKobo, amountKobo: 0, startsAt, endsAt }
  return applyChange(context, held, change, creditKobo)
}
