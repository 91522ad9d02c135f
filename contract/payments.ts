import * as z from 'zod/mini'
import { CustomFieldValue } from './custom-fields.ts'
import { endpointsFor } from './endpoint.ts'
import {
  csvColumns,
  Day,
  Email,
  FeeBearer,
  Id,
  inputSchema,
  Kobo,
  MultilineText,
  NoContent,
  Paginated,
  paginationFields,
  SearchText,
  Timestamp,
} from './fields.ts'
import { limits } from './limits.ts'
import { SettlementStatus } from './settlement-status.ts'

export const paymentStatuses = [
  'pending',
  'processing',
  'success',
  'failed',
  'abandoned',
  'reversed',
  'partially_refunded',
  'refunded',
] as const
export const PaymentStatus = z.enum(paymentStatuses)
export type PaymentStatus = z.infer<typeof PaymentStatus>

/** Which status may follow which; any other move is refused. An abandoned payment succeeds only by a transfer already in flight. */
export const paymentMoves: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ['processing', 'success', 'failed', 'abandoned'],
  processing: ['success', 'failed'],
  success: ['partially_refunded', 'refunded', 'reversed'],
  partially_refunded: ['partially_refunded', 'refunded', 'reversed'],
  failed: [],
  abandoned: ['success'],
  reversed: [],
  refunded: [],
}

/** Those in which the payer's money came, whatever went back since. */
export const paidStatuses = ['success', 'partially_refunded', 'refunded', 'reversed'] as const

export const channels = ['card', 'bank_transfer', 'ussd', 'qr', 'bank_account', 'direct_debit'] as const
export const Channel = z.enum(channels)
export type Channel = z.infer<typeof Channel>
export const channelNames: Record<Channel, string> = {
  card: 'Card',
  bank_transfer: 'Bank transfer',
  ussd: 'USSD',
  qr: 'QR',
  bank_account: 'Pay with bank',
  direct_debit: 'Direct debit',
}

export const PaymentRow = z.object({
  id: Id,
  reference: z.string(),
  status: PaymentStatus,
  /** Null until the payer has chosen. */
  channel: z.nullable(Channel),
  amountKobo: Kobo,
  feeKobo: Kobo,
  vatKobo: Kobo,
  netKobo: Kobo,
  /** What the payer has got back, by refunds and by disputes. */
  refundedKobo: Kobo,
  currency: z.literal('NGN'),
  customerEmail: z.string(),
  customerName: z.nullable(z.string()),
  cardBrand: z.nullable(z.string()),
  cardLast4: z.nullable(z.string()),
  /** A check of a card, for a trial or a new card: it is given back at once, is no sale, and counts in no sales figure. */
  isCardCheck: z.boolean(),
  createdAt: Timestamp,
})
export type PaymentRow = z.infer<typeof PaymentRow>

/** One thing that happened to a payment, newest first in lists. `text` is a plain sentence. */
export const PaymentEvent = z.object({ at: Timestamp, kind: z.string(), text: z.string() })

/** A try at the same checkout: a declined card and the transfer after it are two payments of one checkout. */
export const PaymentAttempt = z.object({
  id: Id,
  reference: z.string(),
  status: PaymentStatus,
  channel: z.nullable(Channel),
  failureMessage: z.nullable(z.string()),
  createdAt: Timestamp,
})

export const Payment = z.extend(PaymentRow, {
  /** What the merchant asked for; above it stands the fee, where the customer bears it. */
  priceKobo: Kobo,
  feeBearer: FeeBearer,
  paidAt: z.nullable(Timestamp),
  /** `bankCode` is what the bank's own support desk knows it by (ISO 8583), where a bank refused. */
  failure: z.nullable(z.object({ code: z.string(), message: z.string(), bankCode: z.nullable(z.string()) })),
  card: z.nullable(
    z.object({
      brand: z.string(),
      bin: z.string(),
      last4: z.string(),
      expiryMonth: z.int(),
      expiryYear: z.int(),
      bank: z.nullable(z.string()),
    }),
  ),
  transfer: z.nullable(
    z.object({
      bankName: z.string(),
      accountNumber: z.string(),
      senderName: z.nullable(z.string()),
      senderBank: z.nullable(z.string()),
    }),
  ),
  /** The bank that was dialled or debited, and of an account its last four digits. */
  bank: z.nullable(z.object({ name: z.string(), last4: z.nullable(z.string()) })),
  /** What the payer was given to dial, or what the picture to scan holds. */
  offlineCode: z.nullable(z.string()),
  paymentLink: z.nullable(z.object({ id: Id, name: z.string() })),
  /** The invoice it was paid towards, by its number. */
  invoice: z.nullable(z.object({ id: Id, number: z.string() })),
  /** The charge it is a try at, where the business's own server asked for it. */
  charge: z.nullable(
    z.object({ reference: z.string(), metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])) }),
  ),
  /** The settlement that paid it out, or will; null until its day is gathered. */
  settlement: z.nullable(z.object({ id: Id, reference: z.string(), status: SettlementStatus, dueOn: Day, day: Day })),
  /** The mandate it was debited by. */
  mandate: z.nullable(z.object({ slug: z.string(), reference: z.string() })),
  /** The subscription it is a charge of, or whose card it checked: such a check is given back at once. */
  subscription: z.nullable(
    z.object({ id: Id, code: z.string(), planId: Id, planName: z.string(), isCardCheck: z.boolean() }),
  ),
  customerId: z.nullable(Id),
  customerPhone: z.nullable(z.string()),
  /** What the payer was asked and answered. */
  metadata: z.array(CustomFieldValue),
  ipAddress: z.nullable(z.string()),
  note: z.nullable(z.string()),
  events: z.array(PaymentEvent),
  attempts: z.array(PaymentAttempt),
})
export type Payment = z.infer<typeof Payment>

const { get, post, download } = endpointsFor('collections', 'merchant')

const QueryKobo = z.coerce
  .number<number>('Use an amount in kobo')
  .check(z.int('Use whole kobo'), z.minimum(0, 'Use at least 0'), z.maximum(1e15, 'This is too much'))

/**
 * A status, or `paid` for every one in which the money came; each without the checks of cards, which `card_check` lists, whatever
 * their status.
 */
export const statusFilters = [...paymentStatuses, 'paid', 'card_check'] as const

const filters = {
  status: z.optional(z.enum(statusFilters)),
  channel: z.optional(Channel),
  from: z.optional(Day),
  to: z.optional(Day),
  search: z.optional(SearchText(254)),
  paymentLinkId: z.optional(Id),
  settlementId: z.optional(Id),
  subscriptionId: z.optional(Id),
  customerEmail: z.optional(Email),
  minAmountKobo: z.optional(QueryKobo),
  maxAmountKobo: z.optional(QueryKobo),
}

/** Newest first, checks of cards included where no `status` is asked for. `search` finds by the start of a reference, ours or that of your charge, or of an e-mail address, or by a card's last four digits. `from` and `to` are Lagos days, both included. */
export const listPayments = get(
  'payments/filter',
  inputSchema({ ...paginationFields, ...filters }),
  Paginated(PaymentRow),
)

/**
 * What all payments of a filter come to, however many pages they fill. Gross, fees, refunded and net are of those that
 * were paid; net is gross less fees less what was refunded. A filter that matches over 50,000 has `totalIsCapped`, and
 * null for the sums, unless it is by status and channel and either by days or by a payment link. Checks of cards are in none
 * of the sums, and in `count` only where `status` is `card_check`; `cardCheckCount` says how many of them the list holds.
 */
export const getPaymentTotals = get(
  'payments/filter/totals',
  inputSchema(filters),
  z.object({
    count: z.int(),
    cardCheckCount: z.int(),
    totalIsCapped: z.optional(z.boolean()),
    grossKobo: z.nullable(Kobo),
    feesKobo: z.nullable(Kobo),
    refundedKobo: z.nullable(Kobo),
    netKobo: z.nullable(Kobo),
  }),
)
/** All payments of a filter, newest first, in Lagos time and naira; checks of cards only where `status` is `card_check`. */
export const downloadPayments = download(
  'payments/csv/download',
  inputSchema({ ...filters, columns: csvColumns }),
  z.string(),
  limits.downloads.transactions,
)

export const getPayment = get('payments/:id', inputSchema({ id: Id }), Payment)
/** The business's own words about a payment; empty, they go. The payer never sees them. */
export const notePayment = post('payments/:id/note', inputSchema({ id: Id, note: MultilineText(500) }), Payment)
/** Mails the payer the receipt once more; once a minute at most. 409 for a payment that was not paid, and for a check of a card. */
export const resendReceipt = post('payments/:id/receipt', inputSchema({ id: Id }), NoContent)

const period = { from: Day, to: Day }

/**
 * Of the payments that were paid, also those refunded since; net is gross less fees less what was refunded. Checks of cards are in
 * none of it but `cardCheckCount`.
 */
export const PeriodTotals = z.object({
  grossKobo: Kobo,
  feesKobo: Kobo,
  refundedKobo: Kobo,
  netKobo: Kobo,
  count: z.int(),
  /** How many payments stand in each status; a status that none stands in is left out. */
  byStatus: z.partialRecord(PaymentStatus, z.int()),
  cardCheckCount: z.int(),
  /** Paid ÷ (paid + failed), or null while there is neither. */
  successRate: z.nullable(z.number()),
})

/** The figures of a period (Lagos days, both included, at most 400) and of the one of equal length before it. */
export const getOverview = get(
  'payments/over-view',
  inputSchema(period),
  z.object({ current: PeriodTotals, previous: PeriodTotals, unsettledKobo: Kobo }),
)

export const DayVolume = z.object({ day: Day, grossKobo: Kobo, count: z.int() })

/** Volume by day, every day present, and by channel, largest first. */
export const getOverviewSeries = get(
  'payments/over-view/series',
  inputSchema(period),
  z.object({
    current: z.array(DayVolume),
    previous: z.array(DayVolume),
    channels: z.array(z.object({ channel: Channel, grossKobo: Kobo, count: z.int() })),
  }),
)
