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

/** How much is given back, why, what the payer reads of it, and what only the business does. */
export const NewRefund = inputSchema({
  amountKobo: z.int('Enter an amount in naira').check(z.minimum(1, 'Enter an amount above zero')),
  reason: RefundReason,
  payerNote: z.optional(MultilineText(200)),
  note: z.optional(MultilineText(500)),
})

/** Where the payer wants the money, when the card does not take it back. */
export const PayerAccount = inputSchema({ bankId: BankId, accountNumber: AccountNumber })
