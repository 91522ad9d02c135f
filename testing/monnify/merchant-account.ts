/** Card that a token charges. */
export interface Card {
  token: string
  email: string
  last4: string
  bin: string
  isExpired: boolean
  /** Text of the decline that each later charge gets; null for a card that pays. */
  declineMessage: string | null
  /** Whether later charges stay `PENDING` until the control settles them. */
  isDelayed: boolean
}

/** Methods that a payer can choose. */
export const paymentMethods = ['CARD', 'ACCOUNT_TRANSFER', 'USSD', 'PHONE_NUMBER'] as const
export type PaymentMethod = (typeof paymentMethods)[number] | 'DIRECT_DEBIT'

export interface Transaction {
  /** Monnify's reference, such as `MNFY|99|20261124001500|000001`. */
  transactionReference: string
  /** The merchant's reference. */
  paymentReference: string
  status: 'PENDING' | 'PAID' | 'FAILED' | 'EXPIRED' | 'REVERSED'
  /** Of a debit: the mandate, and why it failed. */
  debit: { mandateCode: string; failure: string | null } | null
  amountKobo: number
  description: string
  customer: { name: string; email: string }
  methods: readonly PaymentMethod[]
  redirectUrl: string | null
  paidBy: PaymentMethod | null
  createdAt: Date
  paidAt: Date | null
  /** Whether it has come into the wallet. */
  isSettled: boolean
  card: Card | null
  /** Account that accepts exactly this amount. */
  account: { number: string; expiresAt: Date } | null
  sender: { name: string; bankCode: string; bankName: string; accountNumber: string } | null
}

export interface Refund {
  reference: string
  transactionReference: string
  status: 'PENDING' | 'COMPLETED' | 'FAILED'
  amountKobo: number
  reason: string
  customerNote: string
  createdAt: Date
  completedAt: Date | null
}

export type DisbursementStatus = 'PENDING' | 'PENDING_AUTHORIZATION' | 'SUCCESS' | 'FAILED' | 'REVERSED'
export interface Disbursement {
  reference: string
  transactionReference: string
  status: DisbursementStatus
  amountKobo: number
  feesKobo: number
  narration: string
  bankCode: string
  accountNumber: string
  accountName: string
  sessionId: string
  createdAt: Date
  completedAt: Date | null
}

export type MandateStatus =
  | 'PENDING'
  | 'PENDING_AUTHORIZATION'
  | 'PENDING_ACTIVATION'
  | 'ACTIVE'
  | 'FAILED'
  | 'AUTHORIZATION_EXPIRED'
  | 'EXPIRED'
  | 'CANCELLED'
  | 'SUSPENDED'

export interface Mandate {
  /** Monnify's code, such as `MTDD|01HY8W3FBKHTFBZP9DQ9KNHR1G`. */
  code: string
  /** The merchant's reference. */
  reference: string
  status: MandateStatus
  /** Account for the transfer that authorises it. */
  authorizationAccount: string
  customer: { name: string; phone: string; email: string; address: string; accountNumber: string; bankCode: string }
  description: string
  /** As the merchant gave them. */
  startDate: string
  endDate: string
  isRenewed: boolean
  /** Of all debits together; null for no limit. */
  limitKobo: number | null
  redirectUrl: string | null
}

/** Everything that Monnify holds for one merchant. */
export interface MerchantAccount {
  apiKey: string
  secretKey: string
  contractCode: string
  walletAccount: string
  /** What has come into the wallet, in kobo: `readWallet` adds what is due. */
  walletKobo: number
  /** When each access token expires. */
  accessTokens: Map<string, Date>
  /** By the merchant's reference. */
  transactions: Map<string, Transaction>
  /** By token. */
  cards: Map<string, Card>
  /** By reference. */
  refunds: Map<string, Refund>
  /** By the merchant's reference. */
  mandates: Map<string, Mandate>
  /** By reference. */
  disbursements: Map<string, Disbursement>
}

let count = 0
/** Digits that no earlier call has returned. */
export const createSerial = (length: number): string => String(++count).padStart(length, '0')

export const toReferenceTime = (now: Date): string => now.toISOString().replaceAll(/\D/g, '').slice(0, 14)

/** Monnify's price of a payment, in kobo: 1.5 %, at most ₦2,000. */
export const paymentFeesKobo = (amountKobo: number): number => Math.min(Math.round(amountKobo * 0.015), 200_000)

/** Monnify's price of a transfer, in kobo: ₦10 below ₦10,000, ₦20 below ₦50,000, else ₦40. */
export function transferFeesKobo(amountKobo: number): number {
  if (amountKobo < 1_000_000) return 1_000
  return amountKobo < 5_000_000 ? 2_000 : 4_000
}
