import type pg from 'pg'
import { assertSame } from '../action.ts'
import type { ModelAddOn, ModelBusiness, ModelCoupon, ModelPlan, SimulationModel } from '../model.ts'
import { calculateUsedKobo } from '../money.ts'
import { discountOn, dueForChange, fitsPlan } from '../subscription-price.ts'
import { checkCouponRedemptions } from './coupon-redemptions.ts'
import { type InvoiceRow, readSubscriptions, type SubscriptionRow } from './read-subscriptions.ts'

/**
 * What every period of every subscription costs, by the rules of the decisions 48, 90 and 91 and the changes that were acknowledged: price
 * less discount, plus add-ons, plus the setup fee in the first charge, less credit. And how often each coupon was redeemed.
 */
export async function checkSubscriptionPrices({ businesses }: SimulationModel, db: pg.Client): Promise<void> {
  const rows = await readSubscriptions(db)
  const redemptions = new Map<string, number>()
  for (const business of businesses)
    for (const row of rows.filter(({ merchantId }) => merchantId === business.user.merchantId))
      checkHistory(row, business, (couponId) => redemptions.set(couponId, (redemptions.get(couponId) ?? 0) + 1))
  await checkCouponRedemptions(businesses, redemptions, db)
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
