import type { Channel } from '@adire/contract/channels/channels.ts'
import type { DeclineReason } from './response-codes.ts'

/** Authentication step that a bank requires before it charges. The payer completes `bank_page` on the bank's own page. */
export type Challenge = 'pin' | 'otp' | 'phone' | 'birthday' | 'bank_page'

/** Processor outcome of a payment. Only `success` and `failed` are final. */
export type ChargeOutcome =
  /**
   * `paidBy`: channel that the money arrived through. `token`: for later charges of the card; present if the card was to be saved
   * and can be.
   */
  | { kind: 'success'; paidBy: Channel; sender?: { name: string; bank: string }; token?: string }
  | { kind: 'failed'; reason: DeclineReason }
  /** `wrong`: the last response was incorrect. `attemptsLeft`: how many responses the challenge still accepts. */
  | { kind: 'challenge'; challenge: Challenge; attemptsLeft: number | null; wrong: boolean; openUrl?: string }
  /** The processor has the payment, but the result is not known yet: query again later. */
  | { kind: 'pending' }
  /** Nothing was charged and no challenge is open: the processor waits for a card or a transfer, or does not know the payment. */
  | { kind: 'open' }

/** Card as its holder typed it. Passed to the processor and never stored, except for brand, BIN and last four digits. */
export interface CardDetails {
  number: string
  expiryMonth: number
  /** Four digits. */
  expiryYear: number
  cvv: string
}

/** Charge of a card that the payer typed. The amount is in kobo. */
export interface CardCharge {
  /** Our idempotency key, one per payment: the processor charges a reference only once. */
  reference: string
  amountKobo: number
  email: string
  card: CardDetails
  /** Whether to save the card for later charges in the holder's absence. The holder has agreed. */
  saveCard?: boolean
}

/** Charge of a saved card in its holder's absence. The amount is in kobo. */
export interface SavedCardCharge {
  /** Our idempotency key, as in `CardCharge`. */
  reference: string
  amountKobo: number
  email: string
  /** Token that `charge` returned. */
  token: string
}

/** Response of the payer to an open challenge. */
export interface ChallengeResponse {
  reference: string
  challenge: Exclude<Challenge, 'bank_page'>
  /** PIN, one-time password, phone number or birthday. Logs mask a field of this name. */
  answer: string
}

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
  accountName: string
}

/** Request for a code that the payer dials or scans. The amount is in kobo. */
export interface CodeRequest {
  /** Channel that the code is for. */
  channel: Channel
  reference: string
  amountKobo: number
  merchantName: string
  /** USSD short code of the payer's bank, such as 737. USSD only. */
  dial?: string
}

/** USSD code, or content of a QR code that bank apps read. It pays exactly this payment, until it expires. */
export interface PaymentCode {
  code: string
  expiresAt: Date
}

/** Direct debit of the payer's account. The account number is passed to the processor and not stored. */
export interface AccountDebit {
  reference: string
  amountKobo: number
  email: string
  bankCode: string
  accountNumber: string
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

/** Request for a refund. The amount is in kobo. */
export interface RefundRequest {
  /** Our idempotency key, one per refund: the processor refunds a reference only once. */
  reference: string
  /** Reference of the charge to refund. */
  chargeReference: string
  amountKobo: number
  /** Account to refund to, instead of the card. */
  account?: { bankCode: string; accountNumber: string; accountName: string | null } | undefined
}

/** Processor outcome of a refund. Only `processed` and `failed` are final. */
export type RefundOutcome =
  | { kind: 'processed' }
  | { kind: 'failed'; message: string }
  /** The money cannot go back the same way: call `refund` again with an account, under the same reference. */
  | { kind: 'needs_account'; message: string }
  /** The processor has the refund, but the result is not known yet: query again later. */
  | { kind: 'pending' }
  /** The processor does not know the reference: the refund can be requested. */
  | { kind: 'unknown' }

/** Outgoing transfer: a payout to a bank account. The amount is in kobo. */
export interface TransferOut {
  /** Our idempotency key, one per payout attempt: the bank pays a reference only once. */
  reference: string
  amountKobo: number
  account: { bankCode: string; accountNumber: string }
  /** Text on the receiver's bank statement. */
  narration: string
}

/** Bank outcome of an outgoing transfer. Only `paid` and `returned` are final. */
export type TransferOutcome =
  | { kind: 'paid'; bankReference: string }
  /** The money came back to us. `message` is the reason, without a full stop. */
  | { kind: 'returned'; message: string }
  /** The bank has the transfer, but the result is not known yet: query again later. */
  | { kind: 'pending' }
  /** The bank does not know the reference: the transfer can be requested. */
  | { kind: 'unknown' }

/** Bank account to look up. */
export interface AccountLookup {
  /** Bank code of the Central Bank of Nigeria. */
  bankCode: string
  accountNumber: string
  /** Expected name of the account holder. */
  expectedName: string
}
/** Result of an account lookup. `unchecked`: the bank was not queried, and a person must check. */
export type AccountFound = { kind: 'found'; accountName: string } | { kind: 'unknown' } | { kind: 'unchecked' }

/** Direct debit mandate: the holder allows repeated debits of an account. The account number is passed on and not stored. */
export interface MandateRequest {
  /** Our idempotency key, one per mandate: the same reference creates only one mandate. */
  reference: string
  bankCode: string
  accountNumber: string
  accountName: string
  /** Maximum of one debit (`limitKobo`), and of all debits together (`maxTotalKobo`; null: no limit), in kobo. */
  limitKobo: number
  maxTotalKobo: number | null
  startOn: string
  endOn: string | null
  narration: string
}

/** Account to which the holder sends a small amount from their own account, to prove that it is theirs. */
export interface MandateTransfer {
  bankName: string
  accountNumber: string
  accountName: string
  amountKobo: number
}

/** Status of a mandate at the bank. `checkAgainAt`: when the status may have changed. */
export type ProviderStatus =
  /** The bank does not know the mandate. */
  | { kind: 'unknown' }
  | { kind: 'awaits_transfer' }
  | { kind: 'awaits_bank'; checkAgainAt: Date }
  /** `ready`: whether the bank accepts debits. Until then it is still setting the mandate up. */
  | { kind: 'active'; ready: false; checkAgainAt: Date }
  | { kind: 'active'; ready: true }
  | { kind: 'suspended' | 'rejected' | 'closed'; message: string }

/** Debit of an account under a mandate. The amount is in kobo. */
export interface MandateDebit {
  /** Our idempotency key, one per debit attempt: the bank debits a reference only once. */
  reference: string
  mandateReference: string
  amountKobo: number
  /** Attempt number of this debit, from 1. */
  attempt: number
}

/** Result of a Bank Verification Number check. `watch_listed` and `unchecked` need a person's decision. */
export type BvnFound = 'match' | 'mismatch' | 'not_found' | 'watch_listed' | 'unchecked'

/**
 * Adapter to a processor. A connector only translates: it knows no payments, merchants or ledger. Amounts are in kobo. Every
 * connector passes `conformance.ts`. If a call rejects or takes too long, the result is unknown: the payment stays in processing
 * and `query` decides.
 */
export interface Connector {
  /** Name of the processor. */
  name: string
  /** Checks whether the card can be charged at all, before anything is written. Returns an error message if not. */
  cardError(card: CardDetails): string | undefined
  /** Charges a card, once per reference. Repeated calls return the current outcome. */
  charge(charge: CardCharge): Promise<ChargeOutcome>
  /** Charges a saved card. Its holder is absent, so there is no challenge. */
  chargeSaved(charge: SavedCardCharge): Promise<ChargeOutcome>
  /**
   * Makes the processor forget a saved card: no charge of its token succeeds any more. May be repeated; an unknown token is no error.
   * Resolves with true once that is certain.
   */
  revokeToken(token: string): Promise<true>
  /**
   * Sends the response to the open challenge of `charge`, `debitAccount` or the last response. A response to another challenge
   * changes nothing.
   */
  continueCharge(response: ChallengeResponse): Promise<ChargeOutcome>
  /** As `cardError`, for a bank account to debit. */
  accountError(account: Pick<AccountDebit, 'bankCode' | 'accountNumber'>): string | undefined
  /** Debits a bank account, once per reference. Repeated calls return the current outcome. */
  debitAccount(debit: AccountDebit): Promise<ChargeOutcome>
  /** Repeated calls for a channel return the same code while it is valid, also if the short code of another bank is used. */
  openCode(request: CodeRequest): Promise<PaymentCode>
  /** Repeated calls with one reference return the same account. */
  openTransferAccount(request: TransferRequest): Promise<TransferAccount>
  /**
   * Stops accepting money for a payment that is paid another way: later transfers are returned as `DUPLICATE`. `success` if the
   * money arrived before.
   */
  closePayment(reference: string): Promise<ChargeOutcome>
  /** Returns an accepted transfer to its sender, once per reference. Changes no payment of another channel. */
  returnTransfer(reference: string): Promise<void>
  /** As `cardError`, for the account of a mandate. */
  mandateError(account: Pick<AccountDebit, 'bankCode' | 'accountNumber'>): string | undefined
  /** Repeated calls with one reference return the same account. */
  openMandate(request: MandateRequest): Promise<MandateTransfer>
  /** Status of a mandate; `unknown` if the bank does not know the reference. */
  queryMandate(reference: string): Promise<ProviderStatus>
  /** Ends a mandate: no debit is accepted afterwards. Repeated calls change nothing. */
  cancelMandate(reference: string): Promise<void>
  /** Debits an account under a mandate, once per reference. Fails with `not_permitted` until the bank accepts debits. */
  debitMandate(debit: MandateDebit): Promise<ChargeOutcome>
  /** Current outcome of a payment; `open` if the processor does not know the reference. */
  query(reference: string): Promise<ChargeOutcome>
  /** Refunds once per reference. Repeated calls return the status of that refund. */
  refund(request: RefundRequest): Promise<RefundOutcome>
  /** Current outcome of a refund; `unknown` if the processor does not know the reference. */
  queryRefund(reference: string): Promise<RefundOutcome>
  /** Sends our money to a bank account, once per reference. Repeated calls return the status of that transfer. */
  transfer(request: TransferOut): Promise<TransferOutcome>
  /** Current outcome of an outgoing transfer; `unknown` if the bank does not know the reference. */
  queryTransfer(reference: string): Promise<TransferOutcome>
  /** Looks up the holder of an account at its bank. */
  resolveAccount(account: AccountLookup): Promise<AccountFound>
  /** Checks a Bank Verification Number. */
  verifyBvn(bvn: string): Promise<BvnFound>
  /** Parses a webhook body. Undefined if the message is not from this processor. */
  parseWebhook(body: string): ProviderWebhook | undefined
}
