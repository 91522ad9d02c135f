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
 * Which status may follow which; any other move is refused. What failed or was held is tried again on the next working day; after
 * `limits.returnedPayouts` returns from one account only once the account has changed or its owner has confirmed it.
 */
export const settlementMoves: Record<SettlementStatus, readonly SettlementStatus[]> = {
  pending: ['processing', 'on_hold'],
  on_hold: ['pending'],
  processing: ['success', 'failed'],
  failed: ['pending', 'on_hold'],
  success: [],
}

/** Why a settlement is on hold. */
export const holdReasons = [
  'no_bank_account',
  'account_in_review',
  'business_blocked',
  'below_minimum',
  'payouts_returned',
] as const
export const HoldReason = z.enum(holdReasons)
export type HoldReason = z.infer<typeof HoldReason>

/** A `card_check` is what a check of a card brought, or took when it was given back: neither a sale nor a refund. */
export const settlementLineTypes = ['payment', 'refund', 'dispute', 'reserve', 'card_check', 'adjustment'] as const
export const SettlementLineType = z.enum(settlementLineTypes)
export type SettlementLineType = z.infer<typeof SettlementLineType>

/** Where the money goes, or went. */
export const PayoutAccount = z.object({
  bankName: z.string(),
  accountNumber: z.string(),
  accountName: z.nullable(z.string()),
})
export type PayoutAccount = z.infer<typeof PayoutAccount>

export const SettlementRow = z.object({
  id: Id,
  /** `stl_` and twelve characters. The bank's alert shows it in capitals and without the line. */
  reference: z.string(),
  status: SettlementStatus,
  /** The working day on which it is paid, or tried next. */
  dueOn: Day,
  /** The first and last Lagos day of the payments in it; null where it holds none. */
  firstDay: z.nullable(Day),
  lastDay: z.nullable(Day),
  paymentCount: z.int(),
  /** What reaches the bank account once it is paid: everything in it, less stamp duty. */
  amountKobo: Kobo,
  /** The account it was sent to; before that, null. */
  account: z.nullable(PayoutAccount),
  /** What the bank's alert says. */
  narration: z.string(),
  /** The bank's own number of the transfer. */
  bankReference: z.nullable(z.string()),
  /** Why it waits and what to do about it, as a sentence. */
  hold: z.nullable(z.object({ reason: HoldReason, message: z.string() })),
  /** Why the bank did not take it, and what to do about it. */
  failureMessage: z.nullable(z.string()),
  attempts: z.int(),
  createdAt: Timestamp,
  paidAt: z.nullable(Timestamp),
})
export type SettlementRow = z.infer<typeof SettlementRow>

/** The payments of one Lagos day in a settlement. */
export const SettlementDay = z.object({
  day: Day,
  paymentCount: z.int(),
  grossKobo: Kobo,
  feesKobo: Kobo,
  vatKobo: Kobo,
  netKobo: Kobo,
})
export type SettlementDay = z.infer<typeof SettlementDay>

export const Settlement = z.extend(SettlementRow, {
  /** The party of a split it is for; null where it is the business's own. Of its payments gross is its share, fees what it bore. */
  party: z.nullable(z.object({ id: Id, name: z.string() })),
  figures: SettlementFigures,
  /** Oldest first. With a `transactionDate` only that day, where it has payments. */
  days: z.array(SettlementDay),
  lineCount: z.int(),
  /** When it is paid, or tried again; null once it is paid, and while it waits for its owner. */
  nextTryAt: z.nullable(Timestamp),
  /** Newest first. */
  events: z.array(z.object({ at: Timestamp, kind: z.string(), text: z.string() })),
})
export type Settlement = z.infer<typeof Settlement>

/** One thing that is settled. `amountKobo` is what it does to the settlement; gross, fee and VAT are a payment's. */
export const SettlementLine = z.object({
  id: z.string(),
  type: SettlementLineType,
  at: Timestamp,
  day: Day,
  description: z.string(),
  /** The payment it is about, where it is about one. */
  payment: z.nullable(
    z.object({ id: Id, reference: z.string(), customerEmail: z.string(), customerName: z.nullable(z.string()) }),
  ),
  grossKobo: Kobo,
  feeKobo: Kobo,
  vatKobo: Kobo,
  amountKobo: Kobo,
  /** Of an earlier settlement day than the one it is due on: it was too little to be paid then, held, or sent back by the bank. */
  isBroughtForward: z.boolean(),
})
export type SettlementLine = z.infer<typeof SettlementLine>

const { get, download } = endpointsFor('settlements', 'merchant')
const collections = endpointsFor('collections', 'merchant')

/** Settlements whose day is in a period: Lagos days, both included. */
const filters = {
  status: z.optional(SettlementStatus),
  from: z.optional(Day),
  to: z.optional(Day),
  /** Those of a party of a split; left out, the business's own. */
  partyId: z.optional(Id),
}

/** Newest first. */
export const listSettlements = get(
  'settlements',
  inputSchema({ ...paginationFields, ...filters }),
  Paginated(SettlementRow),
)

/**
 * Finds the settlement behind a bank's alert: paste its line. Looks for our reference or the bank's number in it, and where there
 * is neither, for an amount written with two decimals. Newest first.
 */
export const searchSettlements = get(
  'settlements/search',
  inputSchema({ ...paginationFields, search: SearchText(500) }),
  Paginated(SettlementRow),
)

/** What all settlements of a filter come to. */
export const getSettlementsSummary = get(
  'api/v1/settlements-summary',
  inputSchema({ from: z.optional(Day), to: z.optional(Day) }),
  z.object({
    /** Paid: what reached the bank, what was settled before stamp duty, and how often. */
    paidKobo: Kobo,
    stampDutyKobo: Kobo,
    paidCount: z.int(),
    /** Not paid yet, and how much of that waits for somebody to do something. */
    waitingKobo: Kobo,
    waitingCount: z.int(),
    needsActionKobo: Kobo,
    needsActionCount: z.int(),
    byStatus: z.partialRecord(SettlementStatus, z.int()),
  }),
)

/** The lines of a settlement, newest first; those of one Lagos day with `transactionDate`. */
export const listSettlementLines = get(
  'settlements/details',
  inputSchema({
    ...paginationFields,
    settlementId: Id,
    transactionDate: z.optional(Day),
    type: z.optional(SettlementLineType),
  }),
  Paginated(SettlementLine),
)

/** All settlements of a filter; of one settlement, with `settlementId`, every line. In Lagos time and naira. */
export const downloadSettlements = download(
  'settlements/download',
  inputSchema({ ...filters, settlementId: z.optional(Id), columns: csvColumns }),
  z.string(),
  limits.downloads.settlements,
)

/**
 * A statement of the settlements that were due in a period, as a PDF: opening balance, what came in and went off, what was
 * paid to the bank, closing balance, each settlement in a line. Lagos days, both included, at most `limits.statementDays`.
 */
export const downloadStatement = download(
  'settlements/statement',
  inputSchema({ from: Day, to: Day }),
  DocumentFile,
  'statement.pdf',
)

export const getSettlement = get(
  'settlements/:id',
  inputSchema({ id: Id, transactionDate: z.optional(Day) }),
  Settlement,
)

/**
 * Confirms the account of a settlement that is on hold because its payouts came back (`payouts_returned`): it is sent to the same
 * account again on the next working day, as often as at first. 403 `confirmation_required` where the session was not confirmed in
 * the last five minutes, 409 `settlement_not_resumable` for any other settlement.
 */
export const resumeSettlement = endpointsFor('settlements', 'member').post(
  'settlements/:id/resume',
  inputSchema({ id: Id }),
  Settlement,
)

/** Every posting of the ledger behind a settlement: its lines', and those that moved it to the bank. */
export const downloadSettlementPostings = download(
  'settlements/:id/postings',
  inputSchema({ id: Id }),
  z.string(),
  'postings.csv',
)

/** A settlement as a PDF: where the money went, how it adds up, and its lines, or its days where they are very many. */
export const downloadSettlementStatement = download(
  'settlements/:id/statement',
  inputSchema({ id: Id }),
  DocumentFile,
  'settlement.pdf',
)

/** What is not paid out yet, and what comes next. */
export const getUnsettled = collections.get(
  'payments/settlements/unsettled',
  inputSchema({}),
  z.object({
    /** Collected and not paid out: pending and available together. */
    unsettledKobo: Kobo,
    pendingKobo: Kobo,
    availableKobo: Kobo,
    /** Held for disputes and as reserve. */
    reservedKobo: Kobo,
    /** On its way to the bank. */
    inPayoutKobo: Kobo,
    /** Less than this waits for the next day's. */
    minimumKobo: Kobo,
    next: z.object({
      dueOn: Day,
      payAt: Timestamp,
      /** What it comes to as of now, before stamp duty. */
      amountKobo: Kobo,
      settlementId: z.nullable(Id),
      account: z.nullable(PayoutAccount),
      /** Why it will not be paid as things stand, and what to do. */
      hold: z.nullable(z.object({ reason: HoldReason, message: z.string() })),
    }),
  }),
)

const DayTotals = z.object({ day: Day, paidKobo: Kobo, feesKobo: Kobo, deductionsKobo: Kobo, count: z.int() })

/** What was paid out on each day of a period (Lagos days, both included, at most 400), every day present, and before. */
export const getSettlementAnalytics = collections.get(
  'payments/settlements/analytics',
  inputSchema({ from: Day, to: Day }),
  z.object({
    days: z.array(DayTotals),
    paidKobo: Kobo,
    previousPaidKobo: Kobo,
    /** From the last payment of a settlement to the bank's answer, on average over the period; null without any. */
    hoursToBank: z.nullable(z.number()),
  }),
)
