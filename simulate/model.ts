import type { TestUser } from '../api/testing/users.ts'

/** What the simulation knows, from what it was told, and what must follow from that. */
export interface SimulationModel {
  businesses: ModelBusiness[]
  /** Each event that was seen, by its id: the product itself forgets events after 30 days. */
  events: Map<string, { merchantId: string; type: string }>
  /** After how many payouts the owner of a settlement confirmed its account last, by its id. */
  confirmed: Map<string, number>
}

export interface ModelBusiness {
  name: string
  user: TestUser
  links: ModelLink[]
  payments: ModelPayment[]
  refunds: ModelRefund[]
  /** What is asked of payers once more: mandates, their debits, subscriptions. */
  mandates: ModelMandate[]
  recipients: { id: string; name: string }[]
  splits: ModelSplit[]
  plans: { id: string; amountKobo: number; interval: 'daily' | 'weekly' | 'monthly' }[]
  invoices: ModelInvoice[]
  secrets: { secret: string; until: number }[]
  hasAccount: boolean
}

export interface ModelSplit {
  id: string
  type: 'percentage' | 'flat'
  feeBearer: 'business' | 'everyone'
  shares: { partyId: string; value: number }[]
}

export interface ModelInvoice {
  id: string
  /** The last part of the address of its page. */
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

/** `open`: nobody knows yet, or it may still be paid. */
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
  /** Known once its page says so. */
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
  /** Whether it was asked to go to an account that is closed. */
  toClosedAccount: boolean
  /** Whether it was acknowledged that it goes to an account that takes it. */
  hasGoodAccount: boolean
}

export interface ModelMandate {
  id: string
  kind: 'fixed' | 'variable'
  amountKobo: number
  maxTotalKobo: number | null
  account: string
  /** Debits that were acknowledged, each by the key it was asked with. */
  requestedDebits: { key: string; id: string; amountKobo: number }[]
}

export const newModel = (): SimulationModel => ({ businesses: [], events: new Map(), confirmed: new Map() })
