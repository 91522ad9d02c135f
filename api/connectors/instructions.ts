import type { Channel } from '@adire/contract/channels/channels.ts'
import type { ChargeOutcome } from './charges.ts'

/** Account number that accepts one payment of exactly this amount, until it expires. */
export interface TransferAccount {
  bankName: string
  accountNumber: string
  accountName: string
  expiresAt: Date
}

/** Request for a transfer account. The amount is in kobo; `accountName` is the name that the payer's bank shows. */
export interface TransferRequest {
  reference: string
  amountKobo: number
  email: string
  accountName: string
  /** Until when the account accepts money, where the processor lets us choose; by default `limits.transferWindowMs` from now. */
  expiresAt?: Date
}

/** Request for a code that the payer dials or scans. The amount is in kobo. */
export interface CodeRequest {
  /** Channel that the code is for. */
  channel: Channel
  reference: string
  amountKobo: number
  email: string
  merchantName: string
  /** USSD short code of the payer's bank, such as 737. USSD only. */
  dial?: string
  /** Code of the payer's bank. USSD only. */
  bankCode?: string
}

/** USSD code, or content of a QR code that bank apps read. It pays exactly this payment, until it expires. */
export interface PaymentCode {
  code: string
  expiresAt: Date
}

/** Reasons for which a transfer is returned, with the end of a sentence for the payer. */
export const returnReasons = {
  INCORRECT_AMOUNT: 'it was not the exact amount',
  ACCOUNT_EXPIRED: 'the account number had expired',
  ACCOUNT_CLOSED: 'the payment had already failed',
  DUPLICATE: 'the payment was already paid',
} as const
export type ReturnReason = keyof typeof returnReasons

/** Account that a transfer came from and is returned to. */
export interface SenderAccount {
  bank: string
  last4: string
}

/** Webhook from a processor. `returned` money went back to its sender and does not change the payment's status. */
export type ProviderWebhook =
  | { kind: 'outcome'; reference: string; outcome: ChargeOutcome }
  | { kind: 'returned'; reference: string; amountKobo: number; reason: ReturnReason; sender: SenderAccount | null }
  /** The payment was not paid in time: its account number or code accepts no money any more. */
  | { kind: 'expired'; reference: string }

/** Account numbers for one payment each. */
export interface TransferAccounts {
  /** Repeated calls with one reference return the same account. */
  open(request: TransferRequest): Promise<TransferAccount>
  /** Returns an accepted transfer to its sender, once per reference. Changes no payment of another channel. */
  returnTransfer(reference: string): Promise<void>
}

/** Codes that the payer dials or scans. */
export interface PaymentCodes {
  /** Repeated calls for a channel may return the same code or another one. Only one of the codes of a payment is to be paid. */
  open(request: CodeRequest): Promise<PaymentCode>
}

/** Webhooks of the sandbox. */
export interface Webhooks {
  /** Parses a webhook body. Undefined if the message is not from this processor. */
  parse(body: string): ProviderWebhook | undefined
}
