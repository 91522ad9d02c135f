import type { TestUser } from '../api/testing/users.ts'
import type { ModelPrice } from './money.ts'

/** Expected state, from the responses that callers received. */
export interface SimulationModel {
  businesses: ModelBusiness[]
  /** Events seen so far, by id; kept here because the product purges events after 30 days. */
  events: Map<string, { merchantId: string; type: string }>
  /** Number of payouts when the user last confirmed the account, by settlement id. */
  confirmed: Map<string, number>
  /** When the bank paid a payout that had come back, or sent it back again, in ms, by its reference. */
  changedPayouts: Map<string, number>
  /** When the bank paid a refund that had failed, or sent one back that it had made, in ms, by its reference. */
  changedRefunds: Map<string, number>
  /** Settlements whose payout a simulated outcome has sent, which asks for no earlier one. */
  simulatedSettlements: Set<string>
}

export interface ModelBusiness {
  name: string
  user: TestUser
  links: ModelLink[]
  payments: ModelPayment[]
  refunds: ModelRefund[]
  /** Agreements with recurring charges: mandates, their debits, subscriptions. */
  mandates: ModelMandate[]
  recipients: { id: string; name: string }[]
  splits: ModelSplit[]
  plans: ModelPlan[]
  coupons: ModelCoupon[]
  /** Acknowledged changes of what subscriptions are charged, in their order. */
  subscriptionChanges: ModelSubscriptionChange[]
  invoices: ModelInvoice[]
  secrets: { secret: string; until: number }[]
  hasAccount: boolean
  /** Prices that were agreed for the checkout, by their first day. Each ends the one before. */
  prices: { startsOn: string; price: ModelPrice }[]
}

export interface ModelPlan {
  id: string
  amountKobo: number
  interval: 'daily' | 'weekly' | 'monthly'
  trialDays: number
  setupFeeKobo: number
}

export interface ModelCoupon {
  id: string
  percentOff: number | null
  amountOffKobo: number | null
  charges: number | null
  redemptionLimit: number | null
  /** Null for every plan. */
  planIds: string[] | null
  hasCode: boolean
}

export interface ModelAddOn {
  name: string
  amountKobo: number
  quantity: number
}

export type ModelSubscriptionChange = { subscriptionId: string; at: number } & (
  | { kind: 'coupon'; couponId: string }
  | { kind: 'no coupon' }
  | { kind: 'add-ons'; addOns: ModelAddOn[] }
  | { kind: 'plan in trial'; planId: string }
  | { kind: 'next plan'; planId: string }
)

export interface ModelSplit {
  id: string
  type: 'percentage' | 'flat'
  feeBearer: 'business' | 'everyone'
  shares: { partyId: string; value: number }[]
}

export interface ModelInvoice {
  id: string
  /** Last segment of the URL of its page. */
  slug: string
  totalKobo: number
  isInParts: boolean
}

export interface ModelLink {
  id: string
  slug: string
  amountKobo: number | null
  feeBearer: 'merchant' | 'customer'
  splitId: string | null
  planId: string | null
}

/** `open`: not known yet, or still payable. */
export type PaymentEnd = 'open' | 'paid' | 'not paid'

export interface ModelPayment {
  reference: string
  accessCode: string
  email: string
  priceKobo: number
  feeBearer: 'merchant' | 'customer'
  end: PaymentEnd
  channel: string | null
  card: string | null
  startedAt: string
  /** Known after the first search for the payment. */
  id: string | null
  split: ModelSplit | null
}

export interface ModelRefund {
  key: string
  id: string
  reference: string
  paymentReference: string
  amountKobo: number
  card: string | null
  cancelled: boolean
  /** Whether a refund to a closed account was requested. */
  toClosedAccount: boolean
  /** Whether a refund to a working account was acknowledged. */
  hasGoodAccount: boolean
}

export interface ModelMandate {
  id: string
  kind: 'fixed' | 'variable'
  amountKobo: number
  maxTotalKobo: number | null
  account: string
  /** Acknowledged debits, each with its idempotency key. */
  requestedDebits: { key: string; id: string; amountKobo: number }[]
}

export const newModel = (): SimulationModel => ({
  businesses: [],
  events: new Map(),
  confirmed: new Map(),
  changedPayouts: new Map(),
  changedRefunds: new Map(),
  simulatedSettlements: new Set(),
})
