import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import { Actor, Id, inputSchema, Kobo, Paginated, paginationFields, Timestamp } from './fields.ts'
import { NewRefund, PayerAccount, RefundReason } from './refund-form.ts'

export const refundStatuses = ['pending', 'processing', 'processed', 'failed', 'needs_attention'] as const
export const RefundStatus = z.enum(refundStatuses)
export type RefundStatus = z.infer<typeof RefundStatus>

/** Which status may follow which; any other move is refused. */
export const refundMoves: Record<RefundStatus, readonly RefundStatus[]> = {
  pending: ['processing', 'failed'],
  processing: ['processed', 'failed', 'needs_attention'],
  needs_attention: ['processing', 'failed'],
  processed: [],
  failed: [],
}

export const Refund = z.object({
  id: Id,
  reference: z.string(),
  paymentId: Id,
  paymentReference: z.string(),
  customerEmail: z.string(),
  customerName: z.nullable(z.string()),
  amountKobo: Kobo,
  status: RefundStatus,
  reason: RefundReason,
  /** What the payer reads of it. */
  payerNote: z.nullable(z.string()),
  /** The business's own words. */
  note: z.nullable(z.string()),
  requestedBy: Actor,
  /** What was taken from the unsettled and from the available balance; both 0 while the refund waits for money. */
  fromUnsettledKobo: Kobo,
  fromAvailableKobo: Kobo,
  /** Why it failed or needs attention. */
  failureMessage: z.nullable(z.string()),
  /** The payer's bank account, where the money goes there and not back to the card. */
  account: z.nullable(
    z.object({ bankName: z.string(), accountNumber: z.string(), accountName: z.nullable(z.string()) }),
  ),
  createdAt: Timestamp,
  processedAt: z.nullable(Timestamp),
})
export type Refund = z.infer<typeof Refund>

/** What a refund of a payment would be taken from, as of now. */
export const Refundable = z.object({
  /** What is left to give back, with what is on its way taken off. */
  leftKobo: Kobo,
  /** Taken first; a refund above both together waits until there is enough. */
  unsettledKobo: Kobo,
  availableKobo: Kobo,
  /** Fee and VAT of the payment: they are not returned. */
  feesKobo: Kobo,
  /** Why nothing can be refunded, as a sentence; null where it can. */
  refusal: z.nullable(z.string()),
})
export type Refundable = z.infer<typeof Refundable>

const { get, post, create } = endpointsFor('collections', 'merchant')

/** Newest first. */
export const listRefunds = get(
  'refunds',
  inputSchema({ ...paginationFields, status: z.optional(RefundStatus), paymentId: z.optional(Id) }),
  Paginated(Refund),
)
export const getRefund = get('refunds/:id', inputSchema({ id: Id }), Refund)
export const getRefundable = get('payments/:id/refundable', inputSchema({ id: Id }), Refundable)
/**
 * Gives a payment back, or a part of it; never more than is left. 422 at `amountKobo` for more, 409 for a payment that was
 * not paid or that the payer's bank disputes. Without enough balance the refund is `pending` until there is.
 */
export const requestRefund = create('payments/:id/refunds', z.extend(NewRefund, { id: Id }), Refund)
/**
 * For a refund that needs attention: pays it to the payer's bank account. Only for a signed-in member who has just confirmed
 * who they are: a leaked key could send the money anywhere. 422 where there is no such account; 409 `name_differs` where the
 * account is in another name than the payer's, until `nameConfirmed` is true.
 */
export const payRefundToAccount = endpointsFor('collections', 'member').post(
  'refunds/:id/account',
  z.extend(PayerAccount, { id: Id, nameConfirmed: z.optional(z.boolean()) }),
  Refund,
)
/** Gives up a refund that waits for money or for a bank account; what was taken for it comes back. 409 for any other. */
export const cancelRefund = post('refunds/:id/cancel', inputSchema({ id: Id }), Refund)
