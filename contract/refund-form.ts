import * as z from 'zod/mini'
import { AccountNumber, BankId } from './bank-account-form.ts'
import { inputSchema, MultilineText } from './fields.ts'

export const refundReasons = ['requested_by_customer', 'not_delivered', 'duplicate', 'fraudulent', 'other'] as const
export const RefundReason = z.enum(refundReasons, 'Choose a reason')
export type RefundReason = z.infer<typeof RefundReason>
export const refundReasonNames: Record<RefundReason, string> = {
  requested_by_customer: 'The customer asked for it',
  not_delivered: 'Not delivered, or not as described',
  duplicate: 'Paid twice',
  fraudulent: 'Paid by somebody else',
  other: 'Another reason',
}

/** A new refund. */
export const NewRefund = inputSchema({
  /** Amount to refund in kobo: at least 1, at most the refundable amount. Required. */
  amountKobo: z.int('Enter an amount in naira').check(z.minimum(1, 'Enter an amount above zero')),
  /** Reason of the refund. Required. */
  reason: RefundReason,
  /** Note that the payer sees, at most 200 characters. Optional. */
  payerNote: z.optional(MultilineText(200)),
  /** Internal note, at most 500 characters. Optional. The payer does not see it. */
  note: z.optional(MultilineText(500)),
})

/** Payer's bank account, for a refund that could not go back to the card. */
export const PayerAccount = inputSchema({ bankId: BankId, accountNumber: AccountNumber })
