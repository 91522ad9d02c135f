import * as z from 'zod/mini'
import { AccountNumber, BankId } from './bank-accounts-schemas.ts'
import { describe } from './describe.ts'
import { Actor, Id, inputSchema, Kobo, MultilineText, requiredOr, Timestamp } from './fields.ts'
import { Paginated, paginationFields } from './list-schemas.ts'
import { messages } from './messages.ts'
import { chargeFields, Metadata, metadataField, metadataFilter } from './metadata-schemas.ts'
import { refundReasons, refundStatuses } from './refunds.ts'

export const RefundReason = z.enum(refundReasons, requiredOr('Choose a reason'))
export type RefundReason = z.infer<typeof RefundReason>

/** A new refund. */
export const NewRefund = inputSchema({
  amountKobo: describe(
    'Amount to refund in kobo: at least 1, at most the refundable amount. Required.',
    z.int(requiredOr('Enter an amount in naira')).check(z.minimum(1, messages.amountAtLeast('0.01'))),
  ),
  reason: describe('Reason of the refund. Required.', RefundReason),
  payerNote: describe('Note that the payer sees, at most 200 characters. Optional.', z.optional(MultilineText(200))),
  note: describe(
    'Internal note, at most 500 characters. Optional. The payer does not see it.',
    z.optional(MultilineText(500)),
  ),
  metadata: metadataField('The payer does not see it.'),
})

/** Payer's bank account, for a refund that could not go back to the card. */
export const PayerAccount = inputSchema({ bankId: BankId, accountNumber: AccountNumber })

export const RefundStatus = z.enum(refundStatuses)
export type RefundStatus = z.infer<typeof RefundStatus>

export const Refund = describe(
  'A refund of a payment.',
  z.object({
    id: Id,
    reference: describe('Unique reference of the refund.', z.string()),
    paymentId: Id,
    paymentReference: z.string(),
    ...chargeFields,
    customerEmail: z.string(),
    customerName: z.nullable(z.string()),
    amountKobo: describe('Amount refunded in kobo.', Kobo),
    status: describe(
      '`pending`: waits for balance. `processing`: sent to the bank. `processed`: paid to the payer. ' +
        '`failed`: not paid, or cancelled; the amount is back in your balance. `needs_attention`: needs the ' +
        "payer's bank account.",
      RefundStatus,
    ),
    reason: RefundReason,
    payerNote: describe('Note that the payer sees. Null for none.', z.nullable(z.string())),
    note: describe('Internal note. Null for none. The payer does not see it.', z.nullable(z.string())),
    metadata: describe('Your own data of the refund. The payer does not see it.', Metadata),
    requestedBy: describe('User, API key, operator or system that requested the refund.', Actor),
    fromUnsettledKobo: describe(
      'Amount taken from the pending balance in kobo. 0 while the refund waits for balance.',
      Kobo,
    ),
    fromAvailableKobo: describe(
      'Amount taken from the available balance in kobo. 0 while the refund waits for balance.',
      Kobo,
    ),
    failureMessage: describe('Reason of status `failed` or `needs_attention`. Null otherwise.', z.nullable(z.string())),
    account: describe(
      "Payer's bank account that receives the refund. Null when it goes back to the payment method of the " +
        'payment.',
      z.nullable(z.object({ bankName: z.string(), accountNumber: z.string(), accountName: z.nullable(z.string()) })),
    ),
    createdAt: Timestamp,
    processedAt: describe('Time the refund was processed. Null until then.', z.nullable(Timestamp)),
    receiptUrl: describe(
      'URL of the receipt of the refund, which anyone with it can read; with `/pdf` at its end, of the PDF. Null until the ' +
        'refund is processed, and for card checks.',
      z.nullable(z.string()),
    ),
  }),
)
export type Refund = z.infer<typeof Refund>

export const Refundable = describe(
  'Refundable amount of a payment and the balances a refund would use, as of now.',
  z.object({
    leftKobo: describe('Refundable amount in kobo: the payment less refunds, including those in progress.', Kobo),
    unsettledKobo: describe(
      'Pending balance in kobo (in no settlement yet), used first. A refund larger than both balances together waits until there ' +
        'is enough.',
      Kobo,
    ),
    availableKobo: describe('Available balance in kobo, used second.', Kobo),
    shares: describe(
      'Of a shared payment, the shares that give for a refund in proportion to `leftKobo`. What the balance of a split recipient does ' +
        'not cover comes from yours. Empty for other payments.',
      z.array(
        z.object({
          isBusiness: describe('Whether it is your own share.', z.boolean()),
          leftKobo: describe('What is left of the share after refunds and disputes, in kobo.', Kobo),
          balanceKobo: describe('What its owner has now, in kobo.', Kobo),
        }),
      ),
    ),
    feesKobo: describe('Fee and VAT of the payment in kobo. They are not returned.', Kobo),
    refusal: describe(
      'Reason why the payment cannot be refunded, as a sentence. Null when it can.',
      z.nullable(z.string()),
    ),
  }),
)
export type Refundable = z.infer<typeof Refundable>

export const listRefunds = {
  description: 'Refunds, newest first.',
  input: inputSchema({
    ...paginationFields,
    status: z.optional(RefundStatus),
    paymentId: z.optional(Id),
    metadata: metadataFilter,
  }),
  output: Paginated(Refund),
}

export const getRefund = {
  description: 'One refund by id. 404 `refund_not_found`.',
  input: inputSchema({ id: Id }),
  output: Refund,
}

export const getRefundable = {
  description: 'Refundable amount of a payment. 404 `payment_not_found`.',
  input: inputSchema({ id: Id }),
  output: Refundable,
}

export const requestRefund = {
  description:
    'Refunds a payment, fully or partly. Without enough balance the refund is `pending` until there is. ' +
    '422 `above_what_is_left` at `amountKobo` for more than the refundable amount; 409 ' +
    '`payment_not_paid`, `nothing_left`, or `payment_disputed` (respond to the dispute instead); 404 ' +
    '`payment_not_found`. Event: `refund.pending`.',
  input: z.extend(NewRefund, { id: Id }),
  output: Refund,
}

export const payRefundToAccount = {
  description:
    "Pays a refund with status `needs_attention` to the payer's bank account. Only for a signed-in member " +
    'who has confirmed in the last five minutes (403 `confirmation_required`), because a leaked key could ' +
    'send the money anywhere. 422 `account_unknown` at `accountNumber` when the account does not exist; ' +
    '409 `account_not_asked` in any other status; 409 `name_differs` when the account has another name ' +
    'than the payer, until `nameConfirmed` is true; 409 `payment_disputed` while the payment is disputed; 404 `refund_not_found`.',
  input: z.extend(PayerAccount, { id: Id, nameConfirmed: z.optional(z.boolean()) }),
  output: Refund,
}

export const cancelRefund = {
  description:
    'Cancels a refund that waits for balance or for a bank account: its status becomes `failed`, and an ' +
    'amount taken for it returns to your balance. 409 `refund_not_cancellable` in any other status, or while ' +
    'the bank has the money; 404 `refund_not_found`; 503 `unavailable` when the bank does not respond.',
  input: inputSchema({ id: Id }),
  output: Refund,
}
