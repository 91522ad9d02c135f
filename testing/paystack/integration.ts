import { randomBytes } from 'node:crypto'

/** Paystack's name for the mode of a key; each answer has it. */
export type Domain = 'test' | 'live'

export interface Customer {
  id: number
  code: string
  email: string
  /** Identification that is not decided yet. */
  identification: { bvn: string; bankCode: string; accountNumber: string } | null
}

/** Way of paying that a later charge can use again, if `isReusable`. */
export interface Authorization {
  code: string
  email: string
  channel: 'card' | 'bank' | 'bank_transfer' | 'ussd' | 'direct_debit'
  last4: string
  /** First six digits of a card that was typed. */
  bin?: string
  bank: string
  brand: string
  isReusable: boolean
  isActive: boolean
  /** Text of the decline that each later charge gets; null for an authorization that pays. */
  declineMessage: string | null
  /** Whether the outcome of each later charge is unknown for a while; always for direct debits. */
  isDelayed: boolean
  /** Whether the bank wants the holder to confirm each later charge on the hosted page. */
  asksHolder: boolean
  sender?: { name: string; bank: string }
}

export type TransactionStatus =
  | 'abandoned'
  | 'ongoing'
  | 'pending'
  /** A direct debit that the bank has not answered. */
  | 'processing'
  | 'success'
  | 'failed'
  | 'reversed'
/** Response that the bank of the payer waits for; `open_url`: the payer confirms on a page of the bank. */
export const steps = ['send_pin', 'send_otp', 'send_phone', 'send_birthday', 'send_address', 'open_url'] as const
export type Step = (typeof steps)[number]

export interface Transaction {
  id: number
  reference: string
  status: TransactionStatus
  amountKobo: number
  feesKobo: number
  channel: Authorization['channel'] | null
  customer: Customer
  metadata: unknown
  gatewayResponse: string
  createdAt: Date
  paidAt: Date | null
  authorization: Authorization | null
  /** Of a transaction that is paid on the hosted page. */
  accessCode: string | null
  callbackUrl: string | null
  /** Account that accepts exactly this amount. */
  account: { number: string; expiresAt: Date } | null
  ussdCode: string | null
  /** Responses that are still missing, in this order. */
  steps: Step[]
  settlementId: number | null
}

export type RefundStatus = 'pending' | 'processing' | 'processed' | 'failed' | 'needs-attention'
export interface Refund {
  id: number
  transaction: Transaction
  status: RefundStatus
  amountKobo: number
  merchantNote: string
  customerNote: string
  /** Dispute that caused it. */
  disputeId: number | null
  settlementId: number | null
  createdAt: Date
  updatedAt: Date
}

export interface Recipient {
  id: number
  code: string
  name: string
  accountNumber: string
  bankCode: string
  bankName: string
  createdAt: Date
}

export type TransferStatus = 'pending' | 'otp' | 'received' | 'success' | 'failed' | 'reversed' | 'blocked' | 'rejected'
export interface Transfer {
  id: number
  code: string
  reference: string
  status: TransferStatus
  amountKobo: number
  feesKobo: number
  reason: string
  recipient: Recipient
  createdAt: Date
  updatedAt: Date
}

/** Agreement of a customer to debits of a bank account: the customer agrees on the hosted page, then the bank activates it. */
export interface Mandate {
  reference: string
  accessCode: string
  email: string
  bank: string
  last4: string
  callbackUrl: string | null
  /** Once the customer has agreed. */
  authorization: Authorization | null
}

export type DisputeStatus = 'awaiting-merchant-feedback' | 'awaiting-bank-feedback' | 'pending' | 'resolved'
export interface Dispute {
  id: number
  transaction: Transaction
  status: DisputeStatus
  resolution: string | null
  category: string
  refundAmountKobo: number
  message: string
  evidence: Record<string, unknown> | null
  attachment: string | null
  createdAt: Date
  updatedAt: Date
  dueAt: Date
  resolvedAt: Date | null
}

/** Payout of the day to the merchant's own bank account. Amounts are in kobo. */
export interface Settlement {
  id: number
  processedKobo: number
  feesKobo: number
  /** Refunds and lost disputes. */
  deductionsKobo: number
  createdAt: Date
}

/** Everything that Paystack holds for one merchant in one mode. */
export interface Integration {
  id: number
  domain: Domain
  secretKey: string
  /** In kobo. It grows by payments without their fees, and shrinks by refunds, transfers and settlements. */
  balanceKobo: number
  /** By email. */
  customers: Map<string, Customer>
  /** By reference. */
  transactions: Map<string, Transaction>
  /** By code. */
  authorizations: Map<string, Authorization>
  refunds: Refund[]
  /** By code. */
  recipients: Map<string, Recipient>
  /** By reference. */
  transfers: Map<string, Transfer>
  /** By reference. */
  mandates: Map<string, Mandate>
  disputes: Dispute[]
  settlements: Settlement[]
  /** Names and sizes, in bytes, of files that are evidence in disputes; null until the file is sent. */
  uploads: Map<string, number | null>
}

export function createIntegration(domain: Domain, secretKey: string, balanceKobo: number): Integration {
  return {
    id: domain === 'live' ? 100_001 : 100_002,
    domain,
    secretKey,
    balanceKobo,
    customers: new Map(),
    transactions: new Map(),
    authorizations: new Map(),
    refunds: [],
    recipients: new Map(),
    transfers: new Map(),
    mandates: new Map(),
    disputes: [],
    settlements: [],
    uploads: new Map(),
  }
}

let lastId = 4_099_260_000
/** Ids are above 2³¹, as Paystack's are. */
export const createId = (): number => ++lastId

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
/** Random text as in `AUTH_uh8bcl3zbn` and in references that Paystack makes. */
export const createCode = (prefix: string, length = 15): string =>
  prefix + [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join('')

export function findOrCreateCustomer(integration: Integration, email: string): Customer {
  const known = integration.customers.get(email)
  if (known) return known
  const created = { id: createId(), code: createCode('CUS_'), email, identification: null }
  integration.customers.set(email, created)
  return created
}
