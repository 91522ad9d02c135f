import type pg from 'pg'
import { assertSame } from '../action.ts'
import type { ModelAddOn, ModelBusiness, ModelCoupon, ModelPlan, SimulationModel } from '../model.ts'
import { calculateUsedKobo } from '../money.ts'
import { discountOn, dueForChange, fitsPlan } from '../subscription-price.ts'

interface InvoiceRow {
  kind: 'period' | 'change'
  number: number
  status: string
  planId: string
  startsAt: string
  endsAt: string
  createdAt: string
  paidAt: string | null
  price: number
  discount: number
  amount: number
  addOns: ModelAddOn[]
  addOnsKobo: number
  setupFee: number
  credit: number
  due: number
}

interface SubscriptionRow {
  id: string
  merchantId: string
  /** Plan and coupon with which the payer signed up. */
  signUpPlanId: string
  signUpCouponId: string | null
  price: number
  discount: number
  chargesLeft: number | null
  addOnsKobo: number
  setupFee: number
  credit: number
  createdAt: string
  endedAt: string | null
  invoices: InvoiceRow[]
  /** What went back to the payer of an invoice, by refunds and lost disputes. */
  returns: { at: string; number: number; kobo: number }[]
}

const subscriptionsSql = `
  select subscription.id, subscription.merchant_id as "merchantId", link.plan_id as "signUpPlanId",
    (select payment.coupon_id from payments payment
     where payment.merchant_id = subscription.merchant_id and payment.subscription_id = subscription.id
       and payment.subscription_id is not null order by payment.created_at, payment.id limit 1) as "signUpCouponId",
    subscription.amount_kobo::float8 as price, subscription.discount_kobo::float8 as discount,
    case when subscription.coupon_id is null then 0 else subscription.discount_charges_left end as "chargesLeft",
    subscription.add_ons_kobo::float8 as "addOnsKobo", subscription.setup_fee_kobo::float8 as "setupFee",
    subscription.credit_kobo::float8 as credit, subscription.created_at as "createdAt", subscription.ended_at as "endedAt",
    coalesce((
      select json_agg(json_build_object('kind', kind, 'number', number, 'status', status, 'planId', plan_id,
        'startsAt', starts_at, 'endsAt', ends_at, 'createdAt', created_at, 'paidAt', paid_at, 'price', price_kobo,
        'discount', discount_kobo, 'amount', amount_kobo, 'addOns', add_ons, 'addOnsKobo', add_ons_kobo,
        'setupFee', setup_fee_kobo, 'credit', credit_kobo, 'due', due_kobo) order by number)
      from subscription_invoices invoice
      where invoice.merchant_id = subscription.merchant_id and invoice.subscription_id = subscription.id
    ), '[]') as invoices,
    coalesce((
      select json_agg(json_build_object('at', at, 'number', number, 'kobo', kobo) order by at, id)
      from (
        select refund.id, processed_at as at, number, refund.amount_kobo as kobo from subscription_invoices invoice
        join refunds refund on refund.merchant_id = invoice.merchant_id and refund.payment_id = invoice.payment_id
        where invoice.merchant_id = subscription.merchant_id and subscription_id = subscription.id and refund.status = 'processed'
        union all
        select dispute.id, resolved_at, number, lost_kobo from subscription_invoices invoice
        join disputes dispute on dispute.merchant_id = invoice.merchant_id and dispute.payment_id = invoice.payment_id
        where invoice.merchant_id = subscription.merchant_id and subscription_id = subscription.id
          and resolved_at is not null and lost_kobo > 0
      ) back
    ), '[]') as returns
  from subscriptions subscription
  join payment_links link on link.merchant_id = subscription.merchant_id and link.id = subscription.payment_link_id`

/**
 * What every period of every subscription costs, by the rules of the decisions 48, 90 and 91 and the changes that were acknowledged: price
 * less discount, plus add-ons, plus the setup fee in the first charge, less credit. And how often each coupon was redeemed.
 */
export async function checkSubscriptionPrices({ businesses }: SimulationModel, db: pg.Client): Promise<void> {
  const { rows } = await db.query<SubscriptionRow>(subscriptionsSql)
  const redemptions = new Map<string, number>()
  for (const business of businesses)
    for (const row of rows.filter(({ merchantId }) => merchantId === business.user.merchantId))
      checkHistory(row, business, (couponId) => redemptions.set(couponId, (redemptions.get(couponId) ?? 0) + 1))
  await checkRedemptions(businesses, redemptions, db)
}

/** State of a subscription as the rules have it, after each of its events. */
interface State {
  plan: ModelPlan
  /** Plan from the next period on, if a change is planned. */
  next: ModelPlan | undefined
  coupon: ModelCoupon | undefined
  /** Number of reduced charges that are left; null for all. */
  left: number | null
  addOns: ModelAddOn[]
  hasCharge: boolean
  creditKobo: number
  /** The stretch of the period that is paid for. */
  paid: { startsAt: number; endsAt: number; kobo: number }
  period: { startsAt: number; endsAt: number }
  /** Price of the add-ons of the period. */
  chargedAddOnsKobo: number
}

const useOne = (state: State) => {
  if (state.left !== null) state.left = Math.max(0, state.left - 1)
}
const discountNow = ({ coupon, left }: State, { amountKobo }: ModelPlan) =>
  coupon && left !== 0 ? discountOn(coupon, amountKobo) : 0
/** Add-ons in one order of their fields: a JSON column has one of its own. */
const inOrder = (addOns: readonly ModelAddOn[]) =>
  addOns.map(({ name, amountKobo, quantity }) => `${name}: ${quantity} of ${amountKobo}`)
const sumOf = (addOns: readonly ModelAddOn[]) =>
  addOns.reduce((sum, { amountKobo, quantity }) => sum + amountKobo * quantity, 0)

/**
 * Checks a subscription from its beginning. What went back to a payer at the instant of another event came before it or after it, so either
 * order may be right.
 */
function checkHistory(row: SubscriptionRow, business: ModelBusiness, redeem: (couponId: string) => void): void {
  const check = (returnsOrder: 1 | -1) => {
    const redeemed: string[] = []
    replayHistory(row, business, { returnsOrder, redeem: (couponId) => redeemed.push(couponId) })
    return redeemed
  }
  let redeemed: string[]
  try {
    redeemed = check(1)
  } catch (error) {
    if (row.returns.length === 0) throw error
    redeemed = check(-1)
  }
  for (const couponId of redeemed) redeem(couponId)
}

interface Replay {
  /** Whether what went back comes after other events of the same instant, or before them. */
  returnsOrder: 1 | -1
  redeem(couponId: string): void
}

function replayHistory(row: SubscriptionRow, business: ModelBusiness, { returnsOrder, redeem }: Replay): void {
  const planOf = (id: string) => business.plans.find((plan) => plan.id === id)!
  const couponOf = (id: string | null) => business.coupons.find((coupon) => coupon.id === id)
  const signUp = planOf(row.signUpPlanId)
  const coupon = couponOf(row.signUpCouponId)
  const none = { startsAt: 0, endsAt: 0 }
  const state: State = {
    plan: signUp,
    next: undefined,
    coupon,
    left: coupon?.charges ?? null,
    addOns: [],
    hasCharge: false,
    creditKobo: 0,
    paid: { ...none, kobo: 0 },
    period: none,
    chargedAddOnsKobo: 0,
  }
  assertSame('subscriptions', 'The setup fee that a payer agreed to', row.setupFee, signUp.setupFeeKobo)
  const changes = business.subscriptionChanges
    .filter(({ subscriptionId }) => subscriptionId === row.id)
    .map((change) => ({
      at: change.at,
      order: 0,
      apply: () => applyChange(state, change, { planOf, couponOf, redeem }),
    }))
  const invoices = row.invoices.flatMap((invoice) => {
    const opened = {
      at: Date.parse(invoice.createdAt),
      order: 0,
      apply: () => checkInvoice(state, invoice, planOf, signUp),
    }
    const isPaid = invoice.kind === 'change' && invoice.status === 'success'
    const paid = {
      at: Date.parse(invoice.paidAt ?? invoice.createdAt),
      order: 0,
      apply: () => applyPaidChange(state, invoice, planOf),
    }
    return isPaid ? [opened, paid] : [opened]
  })
  const returns = row.returns.map(({ at, number }, index) => ({
    at: Date.parse(at),
    order: returnsOrder,
    apply: () => applyReturn(state, row, row.invoices[number - 1]!, index),
  }))
  const events = [...changes, ...invoices, ...returns]
  for (const { apply } of events.sort((one, other) => one.at - other.at || one.order - other.order)) apply()
  const { plan, left } = state
  assertSame('subscriptions', 'The price of the next period', row.price, plan.amountKobo)
  assertSame('subscriptions', 'The discount on the next period', row.discount, discountNow(state, plan))
  if (state.coupon) assertSame('subscriptions', 'The reduced charges that are left', row.chargesLeft, left)
  assertSame('subscriptions', 'The add-ons of the next period', row.addOnsKobo, sumOf(state.addOns))
  assertSame('subscriptions', 'The credit of a subscription', row.credit, state.creditKobo)
}

interface Lookups {
  planOf(id: string): ModelPlan
  couponOf(id: string): ModelCoupon | undefined
  redeem(couponId: string): void
}

function applyChange(
  state: State,
  change: ModelBusiness['subscriptionChanges'][number],
  { planOf, couponOf, redeem }: Lookups,
): void {
  if (change.kind === 'add-ons') state.addOns = change.addOns
  else if (change.kind === 'no coupon') state.coupon = undefined
  else if (change.kind === 'plan in trial') moveTo(state, planOf(change.planId))
  else if (change.kind === 'next plan') state.next = planOf(change.planId)
  else if (!state.coupon || state.left === 0) {
    state.coupon = couponOf(change.couponId)!
    state.left = state.coupon.charges
    redeem(change.couponId)
  }
}

/** Another plan: a coupon that is not for it ends. */
function moveTo(state: State, plan: ModelPlan): void {
  state.plan = plan
  state.next = undefined
  if (state.coupon && !fitsPlan(state.coupon, plan.id)) state.coupon = undefined
}

function checkInvoice(state: State, row: InvoiceRow, planOf: Lookups['planOf'], signUp: ModelPlan): void {
  const what = `Invoice ${row.number}, of a ${row.kind}`
  const plan = planOf(row.planId)
  if (row.kind === 'change') return void checkChange(state, row, plan)
  if (state.next) moveTo(state, state.next)
  const [discount, addOnsKobo] = [discountNow(state, plan), sumOf(state.addOns)]
  const setupFee = state.hasCharge ? 0 : signUp.setupFeeKobo
  const total = plan.amountKobo - discount + addOnsKobo + setupFee
  const credit = discountOn({ percentOff: null, amountOffKobo: state.creditKobo }, total)
  const { price, amount, addOns, due } = row
  assertSame(
    'subscriptions',
    what,
    {
      plan: row.planId,
      price,
      discount: row.discount,
      amount,
      addOns: inOrder(addOns),
      setupFee: row.setupFee,
      credit: row.credit,
      due,
    },
    {
      plan: state.plan.id,
      price: plan.amountKobo,
      discount,
      amount: plan.amountKobo - discount,
      addOns: inOrder(state.addOns),
      setupFee,
      credit,
      due: total - credit,
    },
  )
  assertSame('subscriptions', `${what}: its add-ons`, row.addOnsKobo, addOnsKobo)
  const [startsAt, endsAt] = [Date.parse(row.startsAt), Date.parse(row.endsAt)]
  useOne(state)
  state.hasCharge = true
  state.creditKobo -= credit
  state.paid = { startsAt, endsAt, kobo: plan.amountKobo - discount }
  state.period = { startsAt, endsAt }
  state.chargedAddOnsKobo = addOnsKobo
}

const leftOf = ({ startsAt, endsAt }: { startsAt: number; endsAt: number }, kobo: number, at: number) =>
  kobo - calculateUsedKobo(kobo, Math.min(Math.max(at - startsAt, 0), endsAt - startsAt), endsAt - startsAt)

/** An invoice of a change of plan: the rest of the period at the new price, less what is not used up. */
function checkChange(state: State, row: InvoiceRow, plan: ModelPlan): void {
  const at = Date.parse(row.startsAt)
  const couponFits = state.coupon && fitsPlan(state.coupon, plan.id)
  const discount = couponFits ? discountNow(state, plan) : 0
  const unused = leftOf(state.paid, state.paid.kobo, at)
  const full = plan.amountKobo - discount
  const amount = plan.interval === state.plan.interval ? leftOf(state.period, full, at) : full
  const due = dueForChange(amount - unused - state.creditKobo)
  assertSame(
    'proration',
    `Invoice ${row.number}, of a change`,
    { discount: row.discount, amount: row.amount, addOns: row.addOnsKobo, setupFee: row.setupFee, due: row.due },
    { discount, amount, addOns: state.chargedAddOnsKobo, setupFee: 0, due },
  )
}

function applyPaidChange(state: State, row: InvoiceRow, planOf: Lookups['planOf']): void {
  const [startsAt, endsAt, plan] = [Date.parse(row.startsAt), Date.parse(row.endsAt), planOf(row.planId)]
  const isNewPeriod = plan.interval !== state.plan.interval
  const left = leftOf(state.paid, state.paid.kobo, startsAt) + state.creditKobo - (row.amount - row.due)
  state.creditKobo = Math.max(0, left)
  moveTo(state, plan)
  state.paid = { startsAt, endsAt, kobo: Math.max(0, row.amount + Math.min(0, left)) }
  if (!isNewPeriod) return
  state.period = { startsAt, endsAt }
  useOne(state)
}

/**
 * What went back to the payer is no longer credited: first the add-ons and the setup fee of a period, which no change of plan credits, then
 * the credit that a change has left, then what the present stretch cost.
 */
function applyReturn(state: State, { endedAt, returns }: SubscriptionRow, invoice: InvoiceRow, index: number): void {
  const { at, number, kobo } = returns[index]!
  if (Date.parse(invoice.endsAt) <= Date.parse(at) || (endedAt && Date.parse(endedAt) <= Date.parse(at))) return
  const before = returns.slice(0, index).reduce((sum, one) => (one.number === number ? sum + one.kobo : sum), 0)
  const extras = invoice.kind === 'change' ? 0 : invoice.addOnsKobo + invoice.setupFee
  const ofPeriod = Math.max(0, before + kobo - extras) - Math.max(0, before - extras)
  const fromCredit = Math.min(state.creditKobo, ofPeriod)
  state.creditKobo -= fromCredit
  state.paid.kobo = Math.max(0, state.paid.kobo - (ofPeriod - fromCredit))
}

/** Each coupon was redeemed once for each subscription that it was applied to and each payer who paid with it, and never beyond its limit. */
async function checkRedemptions(
  businesses: readonly ModelBusiness[],
  applied: ReadonlyMap<string, number>,
  db: pg.Client,
): Promise<void> {
  const { rows } = await db.query<{
    id: string
    redemptions: number
    limit: number | null
    paid: number
    wrong: number
  }>(
    `select coupon.id, coupon.redemptions, coupon.redemption_limit as limit,
       count(payment.id) filter (where payment.is_coupon_redeemed)::int as paid,
       count(payment.id) filter (where payment.is_coupon_redeemed <> (payment.status not in ('failed', 'abandoned'))
         and payment.status not in ('pending', 'processing'))::int as wrong
     from coupons coupon
     left join payments payment on payment.merchant_id = coupon.merchant_id and payment.coupon_id = coupon.id
     group by coupon.merchant_id, coupon.id`,
  )
  const known = new Set(businesses.flatMap(({ coupons }) => coupons.map(({ id }) => id)))
  for (const { id, redemptions, limit, paid, wrong } of rows) {
    if (!known.has(id)) continue
    assertSame('subscriptions', 'The redemptions of a coupon', redemptions, paid + (applied.get(id) ?? 0))
    assertSame('subscriptions', 'Payments whose coupon is counted wrongly', wrong, 0)
    if (limit !== null) assertSame('subscriptions', 'Redemptions above the limit', Math.max(0, redemptions - limit), 0)
  }
}
