import type { SentPayment } from './charges.ts'

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

/** Refund of a whole charge that pays nothing. Its reference is made of that of the charge, so that repeated requests return it once. */
export const toReturn = ({ reference, amountKobo }: SentPayment): RefundRequest => ({
  reference: `return-${reference}`,
  chargeReference: reference,
  amountKobo,
})

/** The charge that a reference of `toReturn` returns; undefined for any other reference. */
export const chargeOfReturn = (reference: string): string | undefined => /^return-(.+)$/.exec(reference)?.[1]

/** Processor outcome of a refund. Only `processed` and `failed` are final. `message` is the reason, without a full stop. */
export type RefundOutcome =
  | { kind: 'processed' }
  | { kind: 'failed'; message: string }
  /**
   * The money cannot go back the same way: call `request` again with an account, under the same reference. `isHeld`: the processor has
   * taken the money and offers no way to cancel the refund, so that it may still be made.
   */
  | { kind: 'needs_account'; message: string; isHeld?: boolean }
  /** The processor has the refund, but the result is not known yet: query again later. */
  | { kind: 'pending' }
  /** The processor does not know the reference: the refund can be requested. */
  | { kind: 'unknown' }

export interface Refunds {
  /** Refunds once per reference. Repeated calls return the status of that refund. */
  request(request: RefundRequest): Promise<RefundOutcome>
  /** Current outcome of a refund; `unknown` if the processor does not know it. */
  query(refund: Pick<RefundRequest, 'reference' | 'chargeReference'>): Promise<RefundOutcome>
}
