import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import {
  csvColumns,
  Day,
  DocumentFile,
  Id,
  inputSchema,
  Kobo,
  Paginated,
  paginationFields,
  SearchText,
  Timestamp,
} from './fields.ts'
import { limits } from './limits.ts'
import { SettlementFigures } from './settlement-figures.ts'
import { SettlementStatus } from './settlement-status.ts'

/**
 * Allowed status transitions; all others are rejected. A failed or held settlement is retried on the next working
 * day; after `limits.returnedPayouts` returns from one account, only once the account has changed or its owner has
 * confirmed it.
 */
export const settlementMoves: Record<SettlementStatus, readonly SettlementStatus[]> = {
  pending: ['processing', 'on_hold'],
  on_hold: ['pending'],
  processing: ['success', 'failed'],
  failed: ['pending', 'on_hold'],
  success: [],
}

/** Reasons for a settlement on hold. */
export const holdReasons = [
  'no_bank_account',
  'account_in_review',
  'business_blocked',
  'below_minimum',
  'payouts_returned',
] as const
export const HoldReason = z.enum(holdReasons)
export type HoldReason = z.infer<typeof HoldReason>

/** Types of settlement lines. `card_check`: a card check received or refunded, neither a sale nor a refund. */
export const settlementLineTypes = ['payment', 'refund', 'dispute', 'reserve', 'card_check', 'adjustment'] as const
export const SettlementLineType = z.enum(settlementLineTypes)
export type SettlementLineType = z.infer<typeof SettlementLineType>

/** Bank account of a payout. */
export const PayoutAccount = z.object({
  bankName: z.string(),
  accountNumber: z.string(),
  accountName: z.nullable(z.string()),
})
export type PayoutAccount = z.infer<typeof PayoutAccount>

/** A settlement as it appears in lists. */
export const SettlementRow = z.object({
  id: Id,
  /** Reference: `stl_` and 12 characters. Bank alerts show it in capitals and without the underscore. */
  reference: z.string(),
  /**
   * `pending`: waits for its payout time. `on_hold`: see `hold`. `processing`: sent to the bank. `success`: paid.
   * `failed`: returned by the bank.
   */
  status: SettlementStatus,
  /** Working day of the payout or of the next attempt. */
  dueOn: Day,
  /** First Lagos day of its payments. Null without payments. */
  firstDay: z.nullable(Day),
  /** Last Lagos day of its payments. Null without payments. */
  lastDay: z.nullable(Day),
  paymentCount: z.int(),
  /** Payout amount in kobo: total of the settlement, less stamp duty when the merchant bears it. */
  amountKobo: Kobo,
  /** Bank account of the payout. Null until it is sent. */
  account: z.nullable(PayoutAccount),
  /** Narration of the bank transfer. */
  narration: z.string(),
  /** Bank's reference of the transfer. Null until known. */
  bankReference: z.nullable(z.string()),
  /** Reason of status `on_hold`, and what to do about it, as a sentence. Null otherwise. */
  hold: z.nullable(z.object({ reason: HoldReason, message: z.string() })),
  /** Reason of the last failed payout, and what to do about it. Null without one, and once it is sent again. */
  failureMessage: z.nullable(z.string()),
  /** Number of payout attempts. */
  attempts: z.int(),
  createdAt: Timestamp,
  /** Time the payout succeeded. Null until then. */
  paidAt: z.nullable(Timestamp),
})
export type SettlementRow = z.infer<typeof SettlementRow>

/** Totals of the payments of one Lagos day in a settlement, in kobo. */
export const SettlementDay = z.object({
  day: Day,
  paymentCount: z.int(),
  grossKobo: Kobo,
  feesKobo: Kobo,
  vatKobo: Kobo,
  netKobo: Kobo,
})
export type SettlementDay = z.infer<typeof SettlementDay>

/** A settlement with its totals, days and timeline. */
export const Settlement = z.extend(SettlementRow, {
  /**
   * Split recipient that is paid; gross is then the recipient's shares, fees their part of the fees. Null for the
   * merchant's own settlement.
   */
  party: z.nullable(z.object({ id: Id, name: z.string() })),
  figures: SettlementFigures,
  /** Totals by day of its payments, oldest first, at most 400. With `transactionDate`, only that day. */
  days: z.array(SettlementDay),
  /** Number of lines. */
  lineCount: z.int(),
  /** Time of the payout or the next attempt. Null while `processing`, once paid, and while it waits for its owner. */
  nextTryAt: z.nullable(Timestamp),
  /** Timeline, newest first, at most 200 events. */
  events: z.array(z.object({ at: Timestamp, kind: z.string(), text: z.string() })),
})
export type Settlement = z.infer<typeof Settlement>

/**
 * Line of a settlement. `amountKobo` is its effect on the settlement; `grossKobo`, `feeKobo` and `vatKobo` are those
 * of a payment.
 */
export const SettlementLine = z.object({
  id: z.string(),
  type: SettlementLineType,
  at: Timestamp,
  day: Day,
  description: z.string(),
  /** Payment of the line. Null when there is none. */
  payment: z.nullable(
    z.object({ id: Id, reference: z.string(), customerEmail: z.string(), customerName: z.nullable(z.string()) }),
  ),
  grossKobo: Kobo,
  feeKobo: Kobo,
  vatKobo: Kobo,
  amountKobo: Kobo,
  /**
   * Whether the line was brought forward from an earlier settlement day: below the minimum, on hold, or returned by
   * the bank.
   */
  isBroughtForward: z.boolean(),
})
export type SettlementLine = z.infer<typeof SettlementLine>

const { get, download } = endpointsFor('settlements', 'merchant')
const collections = endpointsFor('collections', 'merchant')

/** Filter of settlements; `from` and `to` are Lagos days, both included. */
const filters = {
  status: z.optional(SettlementStatus),
  from: z.optional(Day),
  to: z.optional(Day),
  /** Id of a split recipient, for their settlements. Optional; default: the merchant's own settlements. */
  partyId: z.optional(Id),
}

/**
 * Settlements, newest first. `from` and `to` are Lagos days of `dueOn`, both included. Without `partyId`: the
 * merchant's own settlements.
 */
export const listSettlements = get(
  'settlements',
  inputSchema({ ...paginationFields, ...filters }),
  Paginated(SettlementRow),
)

/**
 * Finds the settlement of a bank alert: send the text of the alert, at most 500 characters. Matches our reference or
 * the bank's reference; without either, an amount in naira with two decimals. Newest first, with those of split
 * recipients. 422 at `search` when the text has none of them.
 */
export const searchSettlements = get(
  'settlements/search',
  inputSchema({ ...paginationFields, search: SearchText(500) }),
  Paginated(SettlementRow),
)

/** Totals of the merchant's own settlements with a `dueOn` from `from` to `to` (Lagos days, both included). */
export const getSettlementsSummary = get(
  'api/v1/settlements-summary',
  inputSchema({ from: z.optional(Day), to: z.optional(Day) }),
  z.object({
    /** Amount that reached the bank, in kobo. */
    paidKobo: Kobo,
    /** Stamp duty on the paid settlements, in kobo; not included in `paidKobo`. */
    stampDutyKobo: Kobo,
    /** Number of paid settlements. */
    paidCount: z.int(),
    /** Amount not yet paid, in kobo. */
    waitingKobo: Kobo,
    /** Number of settlements not yet paid. */
    waitingCount: z.int(),
    /** Part of `waitingKobo` that needs action by the merchant: `on_hold` or `failed`. */
    needsActionKobo: Kobo,
    /** Number of settlements that need action by the merchant. */
    needsActionCount: z.int(),
    /** Number of settlements by status. A status without settlements is absent. */
    byStatus: z.partialRecord(SettlementStatus, z.int()),
  }),
)

/** Lines of a settlement, newest first. With `transactionDate`, only those of that Lagos day. */
export const listSettlementLines = get(
  'settlements/details',
  inputSchema({
    ...paginationFields,
    /** Id of the settlement. Required. */
    settlementId: Id,
    /** Lagos day of the lines. Optional; default: all days. */
    transactionDate: z.optional(Day),
    /** Type of the lines. Optional; default: all types. */
    type: z.optional(SettlementLineType),
  }),
  Paginated(SettlementLine),
)

/**
 * CSV file of all settlements that match the filter, newest first, or with `settlementId` of all lines of one
 * settlement, oldest first. Lagos times and naira amounts.
 */
export const downloadSettlements = download(
  'settlements/download',
  inputSchema({ ...filters, settlementId: z.optional(Id), columns: csvColumns }),
  z.string(),
  limits.downloads.settlements,
)

/**
 * Statement of the settlements due in a period, as a PDF: opening balance, credits, deductions, payouts and closing
 * balance, with one line per settlement. The merchant's own settlements only. Lagos days, both included; 422 at `to`
 * for more than 400 days or 500 settlements.
 */
export const downloadStatement = download(
  'settlements/statement',
  inputSchema({ from: Day, to: Day }),
  DocumentFile,
  'statement.pdf',
)

/** One settlement by id, with totals by day. 404 `settlement_not_found`. */
export const getSettlement = get(
  'settlements/:id',
  inputSchema({ id: Id, transactionDate: z.optional(Day) }),
  Settlement,
)

/**
 * Confirms the bank account of a settlement on hold with `payouts_returned`: it is sent to the same account again at
 * the next payout time, on the same or the next working day, and goes on hold for this reason again only after three
 * more returns. 403 `confirmation_required` when the session was not confirmed in the last five minutes; 409
 * `settlement_not_resumable` for any other settlement; 404 `settlement_not_found`.
 */
export const resumeSettlement = endpointsFor('settlements', 'member').post(
  'settlements/:id/resume',
  inputSchema({ id: Id }),
  Settlement,
)

/**
 * CSV file of all ledger postings of a settlement, oldest first: the complete entries of its lines and of the bank
 * transfer. Lagos times and naira amounts.
 */
export const downloadSettlementPostings = download(
  'settlements/:id/postings',
  inputSchema({ id: Id }),
  z.string(),
  'postings.csv',
)

/**
 * Statement of one settlement as a PDF: bank account, totals, and its lines, or its days when there are more than 500
 * lines.
 */
export const downloadSettlementStatement = download(
  'settlements/:id/statement',
  inputSchema({ id: Id }),
  DocumentFile,
  'settlement.pdf',
)

/** The merchant's own balance not yet paid out, and the next settlement. */
export const getUnsettled = collections.get(
  'payments/settlements/unsettled',
  inputSchema({}),
  z.object({
    /** Total not paid out, in kobo: pending and available together. */
    unsettledKobo: Kobo,
    /** Amount collected and not settled yet, in kobo. */
    pendingKobo: Kobo,
    /** Amount free to pay out, in kobo. */
    availableKobo: Kobo,
    /** Amount held for disputes and as reserve, in kobo. */
    reservedKobo: Kobo,
    /** Amount in payouts in progress, in kobo. */
    inPayoutKobo: Kobo,
    /** Minimum payout in kobo. A smaller amount waits for the next day. */
    minimumKobo: Kobo,
    next: z.object({
      dueOn: Day,
      payAt: Timestamp,
      /** Current amount in kobo, before stamp duty. */
      amountKobo: Kobo,
      settlementId: z.nullable(Id),
      account: z.nullable(PayoutAccount),
      /** Reason why it would not be paid at present, and what to do about it. Null when it will be paid. */
      hold: z.nullable(z.object({ reason: HoldReason, message: z.string() })),
    }),
  }),
)

/**
 * Payouts of one Lagos day in kobo: amount that reached the bank, fees with VAT, other deductions (stamp duty, refunds,
 * disputes and reserve), and number of settlements.
 */
const DayTotals = z.object({ day: Day, paidKobo: Kobo, feesKobo: Kobo, deductionsKobo: Kobo, count: z.int() })

/**
 * Payouts by day of a period (Lagos days, both included, every day present) and total of the period of equal length
 * before. The merchant's own settlements only. 422 at `to` for more than 400 days.
 */
export const getSettlementAnalytics = collections.get(
  'payments/settlements/analytics',
  inputSchema({ from: Day, to: Day }),
  z.object({
    days: z.array(DayTotals),
    paidKobo: Kobo,
    previousPaidKobo: Kobo,
    /** Average hours from the end of the last payment day to the bank's confirmation. Null without paid settlements. */
    hoursToBank: z.nullable(z.number()),
  }),
)
