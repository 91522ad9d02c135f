import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import { Actor, Id, inputSchema, Kobo, Paginated, paginationFields, Timestamp } from './fields.ts'
import { NewRefund, PayerAccount, RefundReason } from './refund-form.ts'

export const refundStatuses = ['pending', 'processing', 'processed', 'failed', 'needs_attention'] as const
export const RefundStatus = z.enum(refundStatuses)
export type RefundStatus = z.infer<typeof RefundStatus>

/** Allowed status transitions; all others are rejected. */
export const refundMoves: Record<RefundStatus, readonly RefundStatus[]> = {
  pending: ['processing', 'failed'],
  processing: ['processed', 'failed', 'needs_attention'],
  needs_attention: ['processing', 'failed'],
  processed: [],
  failed: [],
}

/** A refund of a payment. */
export const Refund = z.object({
  id: Id,
  /** Unique reference of the refund. */
  reference: z.string(),
  paymentId: Id,
  paymentReference: z.string(),
  customerEmail: z.string(),
  customerName: z.nullable(z.string()),
  /** Amount refunded in kobo. */
  amountKobo: Kobo,
  /**
   * `pending`: waits for balance. `processing`: sent to the bank. `processed`: paid to the payer. `failed`: not paid,
   * or cancelled; the amount is back in your balance. `needs_attention`: needs the payer's bank account.
   */
  status: RefundStatus,
  reason: RefundReason,
  /** Note that the payer sees. Null for none. */
  payerNote: z.nullable(z.string()),
  /** Internal note. Null for none. The payer does not see it. */
  note: z.nullable(z.string()),
  /** User, API key, operator or system that requested the refund. */
  requestedBy: Actor,
  /** Amount taken from the unsettled balance in kobo. 0 while the refund waits for balance. */
  fromUnsettledKobo: Kobo,
  /** Amount taken from the available balance in kobo. 0 while the refund waits for balance. */
  fromAvailableKobo: Kobo,
  /** Reason of status `failed` or `needs_attention`. Null otherwise. */
  failureMessage: z.nullable(z.string()),
  /** Payer's bank account that receives the refund. Null when it goes back to the payment method of the payment. */
  account: z.nullable(
    z.object({ bankName: z.string(), accountNumber: z.string(), accountName: z.nullable(z.string()) }),
  ),
  createdAt: Timestamp,
  /** Time the refund was processed. Null until then. */
  processedAt: z.nullable(Timestamp),
})
export type Refund = z.infer<typeof Refund>

/** Refundable amount of a payment and the balances a refund would use, as of now. */
export const Refundable = z.object({
  /** Refundable amount in kobo: the payment less refunds, including those in progress. */
  leftKobo: Kobo,
  /** Unsettled balance in kobo, used first. A refund larger than both balances together waits until there is enough. */
  unsettledKobo: Kobo,
  /** Available balance in kobo, used second. */
  availableKobo: Kobo,
  /** Fee and VAT of the payment in kobo. They are not returned. */
  feesKobo: Kobo,
  /** Reason why the payment cannot be refunded, as a sentence. Null when it can. */
  refusal: z.nullable(z.string()),
})
export type Refundable = z.infer<typeof Refundable>

const { get, post, create } = endpointsFor('collections', 'merchant')

/** Refunds, newest first. */
export const listRefunds = get(
  'refunds',
  inputSchema({ ...paginationFields, status: z.optional(RefundStatus), paymentId: z.optional(Id) }),
  Paginated(Refund),
)
/** One refund by id. 404 `refund_not_found`. */
export const getRefund = get('refunds/:id', inputSchema({ id: Id }), Refund)
/** Refundable amount of a payment. 404 `payment_not_found`. */
export const getRefundable = get('payments/:id/refundable', inputSchema({ id: Id }), Refundable)
/**
 * Refunds a payment, fully or partly. Without enough balance the refund is `pending` until there is. 422
 * `above_what_is_left` at `amountKobo` for more than the refundable amount; 409 `payment_not_paid`, `nothing_left`, or
 * `payment_disputed` (respond to the dispute instead); 404 `payment_not_found`. Event: `refund.pending`.
 */
export const requestRefund = create('payments/:id/refunds', z.extend(NewRefund, { id: Id }), Refund)
/**
 * Pays a refund with status `needs_attention` to the payer's bank account. Only for a signed-in member who has
 * confirmed in the last five minutes (403 `confirmation_required`), because a leaked key could send the money anywhere.
 * 422 `account_unknown` at `accountNumber` when the account does not exist; 409 `account_not_asked` in any other
 * status; 409 `name_differs` when the account has another name than the payer, until `nameConfirmed` is true; 404
 * `refund_not_found`.
 */
export const payRefundToAccount = endpointsFor('collections', 'member').post(
  'refunds/:id/account',
  z.extend(PayerAccount, { id: Id, nameConfirmed: z.optional(z.boolean()) }),
  Refund,
)
/**
 * Cancels a refund that waits for balance or for a bank account: its status becomes `failed`, and an amount taken for
 * it returns to your balance. 409 `refund_not_cancellable` in any other status; 404 `refund_not_found`.
 */
export const cancelRefund = post('refunds/:id/cancel', inputSchema({ id: Id }), Refund)
