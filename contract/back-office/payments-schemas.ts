import * as z from 'zod/mini'
import { disputeStatuses } from '../disputes.ts'
import { DisputeResolution } from '../disputes-schemas.ts'
import { Day, Id, inputSchema, Kobo, MultilineText, Timestamp } from '../fields.ts'
import { SearchText } from '../list-schemas.ts'
import { Channel, Payment, PaymentStatus } from '../payments-schemas.ts'
import { ProcessorCalls } from '../processor-calls-schemas.ts'
import { RefundStatus } from '../refunds-schemas.ts'

const Mode = z.enum(['TEST', 'LIVE'])
const Business = z.object({ id: Id, businessName: z.string(), merchantCode: z.string(), mode: Mode })

export const OfficePaymentRow = z.object({
  id: Id,
  business: Business,
  reference: z.string(),
  status: PaymentStatus,
  channel: z.nullable(Channel),
  amountKobo: Kobo,
  customerEmail: z.string(),
  customerName: z.nullable(z.string()),
  processor: z.nullable(z.string()),
  /** Amount of the last transfer that was returned to its sender. */
  returnedKobo: z.nullable(Kobo),
  createdAt: Timestamp,
})
export type OfficePaymentRow = z.infer<typeof OfficePaymentRow>

const isCapped = z.boolean()
/** At most 50, newest first. */
const Found = z.object({ content: z.array(OfficePaymentRow), isCapped })

export const searchOfficePayments = { input: inputSchema({ search: SearchText(200) }), output: Found }

/** The newest 10 payments of one business. */
export const listMerchantPayments = { input: inputSchema({ merchantId: Id }), output: Found }

export const WaitingPayment = z.object({
  ...OfficePaymentRow.shape,
  checks: z.int(),
  nextCheckAt: Timestamp,
  /** What the processor answered last, as a sentence; null without an answer. */
  lastAnswer: z.nullable(z.string()),
})
export type WaitingPayment = z.infer<typeof WaitingPayment>

export const listWaitingPayments = {
  input: inputSchema({ mode: z.optional(Mode) }),
  /** Sent to a processor and without an outcome, oldest first: at most 100. */
  output: z.object({ content: z.array(WaitingPayment), isCapped }),
}

export const ReturnedPayout = z.object({
  business: Business,
  settlementReference: z.string(),
  amountKobo: Kobo,
  accountNumber: z.string(),
  message: z.nullable(z.string()),
  /** NIP session id of the transfer; null if the bank did not name it. */
  sessionId: z.nullable(z.string()),
  endedAt: Timestamp,
})
export type ReturnedPayout = z.infer<typeof ReturnedPayout>

export const listReturnedMoney = {
  input: inputSchema({}),
  /** The newest 50 of each. */
  output: z.object({ transfers: z.array(OfficePaymentRow), payouts: z.array(ReturnedPayout) }),
}

export const OfficeDispute = z.object({
  reference: z.string(),
  business: Business,
  paymentId: Id,
  paymentReference: z.string(),
  amountKobo: Kobo,
  reason: z.string(),
  message: z.nullable(z.string()),
  status: z.enum(disputeStatuses),
  resolution: z.nullable(DisputeResolution),
  /** Null: a bank told us of it, and staff decide it. Otherwise only the processor does. */
  processor: z.nullable(z.string()),
  dueAt: Timestamp,
  createdAt: Timestamp,
})
export type OfficeDispute = z.infer<typeof OfficeDispute>

export const listOfficeDisputes = {
  input: inputSchema({ open: z.optional(z.enum(['yes', 'no'])) }),
  /** Open ones by deadline, decided ones newest first: at most 100. */
  output: z.object({ content: z.array(OfficeDispute), isCapped }),
}

export const OfficePayment = z.object({
  business: Business,
  payment: Payment,
  calls: ProcessorCalls,
  events: z.array(
    z.object({
      id: Id,
      name: z.nullable(z.string()),
      status: z.string(),
      effect: z.nullable(z.string()),
      receivedAt: Timestamp,
    }),
  ),
  entries: z.array(
    z.object({
      reference: z.string(),
      description: z.string(),
      at: Timestamp,
      lines: z.array(
        z.object({
          /** Id of the ledger account: an entry has one line of each. */
          id: Id,
          account: z.string(),
          /** Name of the split recipient whose account it is. Null for those of the business and the provider. */
          recipient: z.nullable(z.string()),
          /** Number of the bank account of that recipient: recipients may have the same name. */
          recipientAccountNumber: z.nullable(z.string()),
          amountKobo: Kobo,
        }),
      ),
    }),
  ),
  refunds: z.array(z.object({ id: Id, amountKobo: Kobo, status: RefundStatus, createdAt: Timestamp })),
  disputes: z.array(OfficeDispute),
  /** Name of the processor that reports disputes of the payment itself. Null if they are entered here. */
  disputesReportedBy: z.nullable(z.string()),
  /** Name of the processor in whose dashboard a dispute is answered, because it reports none. Else null. */
  disputesAnsweredAt: z.nullable(z.string()),
})
export type OfficePayment = z.infer<typeof OfficePayment>

const key = { merchantId: Id, id: Id }
export const getOfficePayment = { input: inputSchema(key), output: OfficePayment }
export const checkOfficePayment = { input: inputSchema(key), output: OfficePayment }

export const DisputeForm = inputSchema({
  reason: MultilineText(500).check(z.minLength(1, 'Enter the reason of the payer')),
  /** By default all that is left of the payment. */
  amountKobo: z.optional(
    z.nullable(
      z.int().check(z.minimum(1, 'Enter an amount'), z.maximum(5_000_000_000, 'Enter at most NGN 50,000,000.00')),
    ),
  ),
  /** Last day for a response. By default the deadline of the product. */
  dueOn: z.optional(Day),
})
export const openBankDispute = { input: inputSchema({ ...key, ...DisputeForm.shape }), output: OfficePayment }
export const openDisputeEvidence = {
  input: inputSchema({ reference: z.string().check(z.maxLength(100)) }),
  /** Each opens once more for a minute, in this session only. */
  output: z.object({ content: z.array(z.object({ label: z.string(), name: z.string(), url: z.string() })) }),
}
export const decideBankDispute = {
  input: inputSchema({ reference: z.string().check(z.maxLength(100)), decision: z.enum(['won', 'lost', 'declined']) }),
  output: OfficeDispute,
}
export const returnBankDispute = {
  input: inputSchema({ reference: z.string().check(z.maxLength(100)), why: z.enum(['asks_more', 'reopened']) }),
  output: OfficeDispute,
}
