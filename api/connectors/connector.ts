import type { DeclineReason } from './response-codes.ts'

/** What a bank asks of the holder before it charges. `bank_page` is asked on the bank's own page. */
export type Challenge = 'pin' | 'otp' | 'phone' | 'birthday' | 'bank_page'

/** What the money came by. */
export type PaidBy = 'card' | 'transfer' | 'ussd' | 'qr' | 'account' | 'mandate'

/** What a processor says of a payment. Anything but `success` and `failed` may still become either. */
export type ChargeOutcome =
  /** `token`: what the card may be charged by from now on, where it was to be saved and can be. */
  | { kind: 'success'; paidBy: PaidBy; sender?: { name: string; bank: string }; token?: string }
  | { kind: 'failed'; reason: DeclineReason }
  /** `wrong`: the last answer was not right; `triesLeft`: how many answers the question still takes. */
  | { kind: 'asks'; challenge: Challenge; attemptsLeft: number | null; wrong: boolean; openUrl?: string }
  /** The processor has it and does not know yet. Ask again later. */
  | { kind: 'pending' }
  /** Nothing was charged and nothing is asked: the processor waits for a card or a transfer, or never heard of it. */
  | { kind: 'open' }

/** A card as its holder typed it. It passes through; nothing of it is kept beyond what `Context`s write of brand, BIN and last four. */
export interface CardDetails {
  number: string
  expiryMonth: number
  /** Four digits. */
  expiryYear: number
  cvv: string
}

export interface CardCharge {
  /** Ours, one for each payment: asked twice under one reference, a processor charges once. */
  reference: string
  amountKobo: number
  email: string
  card: CardDetails
  /** Whether the card shall be charged again later, with its holder away: she has agreed to it. */
  saveCard?: boolean
}

export interface SavedCardCharge {
  /** As for a card that is typed: asked twice under one reference, a processor charges once. */
  reference: string
  amountKobo: number
  email: string
  /** As `charge` gave it. */
  token: string
}

export interface ChallengeResponse {
  reference: string
  challenge: Exclude<Challenge, 'bank_page'>
  response: string
}

/** An account number that takes exactly one payment of exactly this amount, until it expires. */
export interface TransferAccount {
  bankName: string
  accountNumber: string
  accountName: string
  expiresAt: Date
}

export interface TransferRequest {
  reference: string
  amountKobo: number
  accountName: string
}

export interface UssdRequest {
  reference: string
  amountKobo: number
  /** What the payer's bank is dialled by, such as 737. */
  dial: string
}

/** What the payer dials; it pays exactly this payment, until it expires. */
export interface UssdCode {
  code: string
  expiresAt: Date
}

export interface QrRequest {
  reference: string
  amountKobo: number
  merchantName: string
}

/** What the picture holds, as a bank's app reads it; it pays exactly this payment, until it expires. */
export interface QrCode {
  content: string
  expiresAt: Date
}

/** The payer's own account. It passes through, as a card does. */
export interface AccountDebit {
  reference: string
  amountKobo: number
  email: string
  bankCode: string
  accountNumber: string
}

export const returnReasons = {
  INCORRECT_AMOUNT: 'it was not the exact amount',
  ACCOUNT_EXPIRED: 'the account number had expired',
  ACCOUNT_CLOSED: 'the payment had already failed',
  DUPLICATE: 'the payment was already paid',
} as const
export type ReturnReason = keyof typeof returnReasons

/** The account that a transfer came from, and that it goes back to. */
export interface SenderAccount {
  bank: string
  last4: string
}

/** What a processor tells of its own accord. `returned` money went back to its sender and changes no status. */
export type ProviderWebhook =
  | { kind: 'outcome'; reference: string; outcome: ChargeOutcome }
  | { kind: 'returned'; reference: string; amountKobo: number; reason: ReturnReason; sender: SenderAccount | null }
  /** Nobody paid in time: what the payer was shown takes no money any more. */
  | { kind: 'expired'; reference: string }

export interface RefundRequest {
  /** Ours, one for each refund: asked twice under one reference, a processor refunds once. */
  reference: string
  /** The charge that is given back, by the reference it was made under. */
  chargeReference: string
  amountKobo: number
  /** Where the money goes instead of back to the card. */
  account?: { bankCode: string; accountNumber: string; accountName: string | null } | undefined
}

/** What a processor says of a refund. Only `processed` and `failed` are its end. */
export type RefundOutcome =
  | { kind: 'processed' }
  | { kind: 'failed'; message: string }
  /** The money cannot go back the way it came: say which account it should go to, under the same reference. */
  | { kind: 'needs_account'; message: string }
  /** The processor has it and does not know yet. Ask again later. */
  | { kind: 'pending' }
  /** The processor never heard of it: it can be asked for. */
  | { kind: 'unknown' }

export interface TransferOut {
  /** Ours, one for each try to pay: asked twice under one reference, a bank pays once. */
  reference: string
  amountKobo: number
  account: { bankCode: string; accountNumber: string }
  /** What the receiver's statement says. */
  narration: string
}

/** What a bank says of a transfer out. Only `paid` and `returned` are its end. */
export type TransferOutcome =
  | { kind: 'paid'; bankReference: string }
  /** The money is ours again; `message` says why, as a sentence without its stop. */
  | { kind: 'returned'; message: string }
  /** The bank has it and does not know yet. Ask again later. */
  | { kind: 'pending' }
  /** The bank never heard of it: it can be asked for. */
  | { kind: 'unknown' }

export interface AccountLookup {
  /** As the Central Bank counts banks. */
  bankCode: string
  accountNumber: string
  /** Who is said to hold it. */
  expectedName: string
}
/** `unchecked`: the bank was not asked, and a person must look. */
export type AccountFound = { kind: 'found'; accountName: string } | { kind: 'unknown' } | { kind: 'unchecked' }

/** What a holder allows to be taken from an account, again and again. The number passes through, as a card does. */
export interface MandateRequest {
  /** Ours, one for each mandate: asked twice under one reference, there is one. */
  reference: string
  bankCode: string
  accountNumber: string
  accountName: string
  /** The most that one debit takes, and all of them together. */
  limitKobo: number
  maxTotalKobo: number | null
  startOn: string
  endOn: string | null
  narration: string
}

/** Where the holder sends a small sum, from the account itself, to prove that it is theirs. */
export interface MandateTransfer {
  bankName: string
  accountNumber: string
  accountName: string
  amountKobo: number
}

/** Where a mandate stands at the bank. `checkAgainAt`: when there may be something new. */
export type ProviderStatus =
  /** Nobody has asked for it yet. */
  | { kind: 'unknown' }
  | { kind: 'awaits_transfer' }
  | { kind: 'awaits_bank'; checkAgainAt: Date }
  /** `ready`: whether debits are taken; until then the bank is still setting it up. */
  | { kind: 'active'; ready: false; checkAgainAt: Date }
  | { kind: 'active'; ready: true }
  | { kind: 'suspended' | 'rejected' | 'closed'; message: string }

export interface MandateDebit {
  /** Ours, one for each try: asked twice under one reference, the account is debited once. */
  reference: string
  mandateReference: string
  amountKobo: number
  /** Which try at the same debit it is, from 1. */
  attempt: number
}

/** What the register of Bank Verification Numbers says. `watch_listed` and `unchecked` are for a person to decide. */
export type BvnFound = 'match' | 'mismatch' | 'not_found' | 'watch_listed' | 'unchecked'

/**
 * How we talk to a processor. A connector translates and does nothing else: it knows no payments, merchants or ledger.
 * Each passes `conformance.ts`. A promise that rejects, or does not settle in time, means that nobody knows what
 * happened: the payment stays in processing and `query` decides.
 */
export interface Connector {
  name: string
  /** Whether the card may be charged here at all; said before anything is written. A sentence where it may not. */
  cardError(card: CardDetails): string | undefined
  charge(charge: CardCharge): Promise<ChargeOutcome>
  /** Charges a card that was saved. Its holder is away, so nothing is asked. */
  chargeSaved(charge: SavedCardCharge): Promise<ChargeOutcome>
  /** Answers what `charge`, `debitAccount` or the last answer asked. An answer to another question changes nothing. */
  continueCharge(response: ChallengeResponse): Promise<ChargeOutcome>
  /** As `refusal`, for an account to be debited. */
  accountError(account: Pick<AccountDebit, 'bankCode' | 'accountNumber'>): string | undefined
  debitAccount(debit: AccountDebit): Promise<ChargeOutcome>
  /** Asked again while the code is good, it answers the same, by whichever bank it is dialled. */
  openUssd(request: UssdRequest): Promise<UssdCode>
  /** Asked again while it is good, it answers the same. */
  openQr(request: QrRequest): Promise<QrCode>
  /** Asked again under a reference, it answers the same account. */
  openTransferAccount(request: TransferRequest): Promise<TransferAccount>
  /** Takes no more money for what is paid otherwise: later transfers return as `DUPLICATE`. `success` if the money came before. */
  closePayment(reference: string): Promise<ChargeOutcome>
  /** Sends a transfer that was taken back to its sender, once however often it is asked; no other payment changes. */
  returnTransfer(reference: string): Promise<void>
  /** As `refusal`, for an account that a mandate is for. */
  mandateError(account: Pick<AccountDebit, 'bankCode' | 'accountNumber'>): string | undefined
  /** Asked again under a reference, it answers the same. */
  openMandate(request: MandateRequest): Promise<MandateTransfer>
  queryMandate(reference: string): Promise<ProviderStatus>
  /** Ends a mandate: no debit is taken from then on. Asked again, nothing more happens. */
  cancelMandate(reference: string): Promise<void>
  debitMandate(debit: MandateDebit): Promise<ChargeOutcome>
  query(reference: string): Promise<ChargeOutcome>
  /** Asked again under a reference it answers where that refund stands, and refunds once. */
  refund(request: RefundRequest): Promise<RefundOutcome>
  queryRefund(reference: string): Promise<RefundOutcome>
  /** Sends money of ours to a bank account. Asked again under a reference it answers where that transfer stands. */
  transfer(request: TransferOut): Promise<TransferOutcome>
  queryTransfer(reference: string): Promise<TransferOutcome>
  /** Asks a bank whose account it is. */
  resolveAccount(account: AccountLookup): Promise<AccountFound>
  verifyBvn(bvn: string): Promise<BvnFound>
  /** Reads a message sent to us; undefined where it is not one of theirs. */
  parseWebhook(body: string): ProviderWebhook | undefined
}
