import type { PostedEvent } from './events.ts'

/** Outgoing transfer: a payout to a bank account. The amount is in kobo. */
export interface TransferOut {
  /** Our idempotency key, one per payout attempt: the bank pays a reference only once. */
  reference: string
  amountKobo: number
  account: { bankCode: string; accountNumber: string; accountName: string | null }
  /** Text on the receiver's bank statement. */
  narration: string
}

/** Bank outcome of an outgoing transfer. Only `paid` and `returned` are final. */
export type TransferOutcome =
  | { kind: 'paid'; bankReference: string }
  /**
   * The money came back to us. `message` is the reason, without a full stop; the bank's reference (NIP session id) only if it is known.
   * `isUnsent`: it was not requested this time, because the account is unknown; an earlier request may still arrive.
   */
  | { kind: 'returned'; message: string; bankReference?: string | undefined; isUnsent?: boolean }
  /** The bank has the transfer, but the result is not known yet: query again later. */
  | { kind: 'pending' }
  /** The bank does not know the reference: the transfer can be requested. */
  | { kind: 'unknown' }

export interface Payouts {
  /** Sends our money to a bank account, once per reference. Repeated calls return the status of that transfer. */
  send(request: TransferOut): Promise<TransferOutcome>
  /** Current outcome of an outgoing transfer; `unknown` if the bank does not know the reference. */
  query(reference: string): Promise<TransferOutcome>
}

/** Transfer that a processor asks about before it makes it. The amount is in kobo. */
export interface TransferToApprove {
  reference: string
  amountKobo: number
}

/** Approval of transfers: before it makes one, the processor asks whether it is ours, so that a stolen key alone moves no money. */
export interface TransferApprovals {
  /** Whether the processor signed the question. */
  isAuthentic(question: PostedEvent): boolean
  /** The transfer that an authentic question is about; undefined for anything else. */
  read(body: string): TransferToApprove | undefined
}
