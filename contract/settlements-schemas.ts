import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Day, DocumentFile, Id, inputSchema, Kobo, Timestamp } from './fields.ts'
import { asWorkbook, csvColumns, Paginated, paginationFields, SearchText } from './list-schemas.ts'
import { SettlementFigures } from './settlement-figures-schemas.ts'
import { holdReasons, settlementLineTypes, settlementStatuses } from './settlements.ts'

/** Period of a statement: first and last Lagos day, both included. */
export const StatementPeriod = inputSchema({ from: Day, to: Day })

export const SettlementStatus = z.enum(settlementStatuses)
export type SettlementStatus = z.infer<typeof SettlementStatus>

export const HoldReason = z.enum(holdReasons)
export type HoldReason = z.infer<typeof HoldReason>

export const SettlementLineType = z.enum(settlementLineTypes)
export type SettlementLineType = z.infer<typeof SettlementLineType>

export const PayoutAccount = describe(
  'Bank account of a payout.',
  z.object({
    bankName: z.string(),
    accountNumber: z.string(),
    accountName: z.nullable(z.string()),
  }),
)
export type PayoutAccount = z.infer<typeof PayoutAccount>

export const SettlementRow = describe(
  'A settlement as it appears in lists.',
  z.object({
    id: Id,
    reference: describe(
      'Reference: `stl_` and 16 characters, of older ones 12. Bank alerts show it in capitals and without the underscore.',
      z.string(),
    ),
    status: describe(
      '`pending`: waits for its payout time. `on_hold`: see `hold`. `processing`: sent to the bank. ' +
        '`success`: paid. `failed`: returned by the bank.',
      SettlementStatus,
    ),
    dueOn: describe('Working day of the payout or of the next attempt.', Day),
    firstDay: describe('First Lagos day of its payments. Null without payments.', z.nullable(Day)),
    lastDay: describe('Last Lagos day of its payments. Null without payments.', z.nullable(Day)),
    paymentCount: z.int(),
    amountKobo: describe(
      'Payout amount in kobo: total of the settlement, less stamp duty when the merchant bears it.',
      Kobo,
    ),
    account: describe('Bank account of the payout. Null until it is sent.', z.nullable(PayoutAccount)),
    narration: describe('Narration of the bank transfer.', z.string()),
    bankReference: describe("Bank's reference of the transfer. Null until known.", z.nullable(z.string())),
    hold: describe(
      'Reason of status `on_hold`, and what to do about it, as a sentence; or of a check by us while it is `processing`.',
      z.nullable(z.object({ reason: HoldReason, message: z.string() })),
    ),
    failureMessage: describe(
      'Reason of the last failed payout, and what to do about it. Null without one, and once it is sent again.',
      z.nullable(z.string()),
    ),
    attempts: describe('Number of payout attempts.', z.int()),
    createdAt: Timestamp,
    paidAt: describe('Time the payout succeeded. Null until then.', z.nullable(Timestamp)),
    returnedAt: describe(
      'Time at which the bank sent a payout back that had succeeded. Its amount, with the stamp duty, is part of the next settlement. Null otherwise.',
      z.nullable(Timestamp),
    ),
    returnReason: describe(
      'Reason for which a payout that had succeeded was sent back. Null otherwise.',
      z.nullable(z.string()),
    ),
    paidLateAt: describe(
      'Time at which the bank paid the last payout after it had come back. Its amount, with the stamp duty, is taken from the balance, which had got it back. Null otherwise.',
      z.nullable(Timestamp),
    ),
  }),
)
export type SettlementRow = z.infer<typeof SettlementRow>

export const SettlementDay = describe(
  'Totals of the payments of one Lagos day in a settlement.',
  z.object({
    day: Day,
    paymentCount: z.int(),
    lineCount: describe('Number of lines of that day, of payments and others.', z.int()),
    grossKobo: describe('Total paid by payers in kobo.', Kobo),
    feesKobo: describe('Fees without VAT in kobo.', Kobo),
    vatKobo: describe('VAT on the fees in kobo.', Kobo),
    netKobo: describe(
      'What the payments add to the settlement in kobo: gross less fees, VAT and shares of others.',
      Kobo,
    ),
  }),
)
export type SettlementDay = z.infer<typeof SettlementDay>

export const Settlement = describe(
  'A settlement with its totals, days and timeline.',
  z.extend(SettlementRow, {
    party: describe(
      "Split recipient that is paid; gross is then the recipient's shares, fees their part of the fees. " +
        "Null for the merchant's own settlement.",
      z.nullable(z.object({ id: Id, name: z.string() })),
    ),
    figures: SettlementFigures,
    days: describe(
      'Totals by day of its payments, oldest first, at most 400. With `transactionDate`, only that day.',
      z.array(SettlementDay),
    ),
    lineCount: describe('Number of lines.', z.int()),
    nextTryAt: describe(
      'Time of the payout or the next attempt. Null while `processing`, once paid, and while it waits for ' +
        'its owner.',
      z.nullable(Timestamp),
    ),
    events: describe(
      'Timeline, newest first, at most 200 events.',
      z.array(z.object({ at: Timestamp, kind: z.string(), text: z.string() })),
    ),
  }),
)
export type Settlement = z.infer<typeof Settlement>

export const SettlementLine = describe(
  'Line of a settlement. `amountKobo` is its effect on the settlement; `grossKobo`, `feeKobo` and ' +
    '`vatKobo` are those of a payment.',
  z.object({
    id: z.string(),
    type: SettlementLineType,
    at: Timestamp,
    day: Day,
    description: z.string(),
    payment: describe(
      'Payment of the line. Null when there is none.',
      z.nullable(
        z.object({ id: Id, reference: z.string(), customerEmail: z.string(), customerName: z.nullable(z.string()) }),
      ),
    ),
    grossKobo: Kobo,
    feeKobo: Kobo,
    vatKobo: Kobo,
    amountKobo: Kobo,
    isBroughtForward: describe(
      'Whether the line was brought forward from an earlier settlement day: below the minimum, on hold, or ' +
        'returned by the bank.',
      z.boolean(),
    ),
  }),
)
export type SettlementLine = z.infer<typeof SettlementLine>

/** Filter of settlements; `from` and `to` are Lagos days, both included. */
const filters = {
  status: z.optional(SettlementStatus),
  from: z.optional(Day),
  to: z.optional(Day),
  partyId: describe(
    "Id of a split recipient, for their settlements. Optional; default: the merchant's own settlements.",
    z.optional(Id),
  ),
}

export const listSettlements = {
  description:
    'Settlements, newest first. `from` and `to` are Lagos days of `dueOn`, both included. Without ' +
    "`partyId`: the merchant's own settlements.",
  input: inputSchema({ ...paginationFields, ...filters }),
  output: Paginated(SettlementRow),
}

export const searchSettlements = {
  description:
    'Finds the settlement of a bank alert: send the text of the alert, at most 500 characters. Matches ' +
    "our reference or the bank's reference; without either, an amount in naira with two decimals. Newest " +
    'first, with those of split recipients. 422 at `search` when the text has none of them.',
  input: inputSchema({
    ...paginationFields,
    search: describe(
      "Line of the bank's alert: our reference (`STL…`), the session ID, or the amount with its kobo. Required.",
      SearchText(500),
    ),
  }),
  output: Paginated(SettlementRow),
}

export const getSettlementsSummary = {
  description:
    "Totals of the merchant's own settlements with a `dueOn` from `from` to `to` (Lagos days, both included).",
  input: inputSchema({ from: z.optional(Day), to: z.optional(Day) }),
  output: z.object({
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
}

export const listSettlementLines = {
  description: 'Lines of a settlement, newest first. With `transactionDate`, only those of that Lagos day.',
  input: inputSchema({
    ...paginationFields,
    settlementId: describe('Id of the settlement. Required.', Id),
    transactionDate: describe('Lagos day of the lines. Optional; default: all days.', z.optional(Day)),
    type: describe('Type of the lines. Optional; default: all types.', z.optional(SettlementLineType)),
  }),
  output: Paginated(SettlementLine),
}

export const downloadSettlements = {
  description:
    'CSV file of all settlements that match the filter, newest first, or with `settlementId` of all lines ' +
    'of one settlement, oldest first. Lagos times and naira amounts.',
  input: inputSchema({ ...filters, settlementId: z.optional(Id), columns: csvColumns }),
  output: z.string(),
}

export const downloadSettlementsXlsx = asWorkbook(downloadSettlements)

export const downloadPeriodStatement = {
  description:
    'Statement of the settlements due in a period, as a PDF: opening balance, credits, deductions, ' +
    "payouts and closing balance, with one line per settlement. The merchant's own settlements only. " +
    'Lagos days, both included; 422 at `to` for more than 400 days or 500 settlements.',
  input: inputSchema({ from: Day, to: Day }),
  output: DocumentFile,
}

export const getSettlement = {
  description: 'One settlement by id, with totals by day. 404 `settlement_not_found`.',
  input: inputSchema({ id: Id, transactionDate: describe('Day in Lagos of the payments. Optional.', z.optional(Day)) }),
  output: Settlement,
}

export const resumeSettlement = {
  description:
    'Confirms the bank account of a settlement on hold with `payouts_returned`: it is sent to the same ' +
    'account again at the next payout time, on the same or the next working day, and goes on hold for ' +
    'this reason again only after three more returns, or two more after the payment. 403 ' +
    '`confirmation_required` when the session was ' +
    'not confirmed in the last five minutes; 409 `settlement_not_resumable` for any other settlement; 404 ' +
    '`settlement_not_found`.',
  input: inputSchema({ id: Id }),
  output: Settlement,
}

export const downloadSettlementPostings = {
  description:
    'CSV file of all ledger postings of a settlement, oldest first: the complete entries of its lines and ' +
    'of the bank transfer. Lagos times and naira amounts.',
  input: inputSchema({ id: Id }),
  output: z.string(),
}

export const downloadSettlementStatement = {
  description:
    'Statement of one settlement as a PDF: bank account, totals, and its lines, or its days when there ' +
    'are more than 500 lines.',
  input: inputSchema({ id: Id }),
  output: DocumentFile,
}

export const getUnsettled = {
  description: "The merchant's own funds that are not in its bank account yet, and the next settlement.",
  input: inputSchema({}),
  output: z.object({
    /** Amount not in the bank account yet, in kobo: pending, available and in a payout together. */
    unsettledKobo: Kobo,
    /** Amount collected and not settled yet, in kobo. */
    pendingKobo: Kobo,
    /** Amount free to pay out, in kobo. */
    availableKobo: Kobo,
    /** Amount held for disputes and as reserve, in kobo; not part of `unsettledKobo`. */
    reservedKobo: Kobo,
    inPayoutKobo: describe('Amount in payouts in progress, in kobo.', Kobo),
    /** Minimum payout in kobo. A smaller amount waits for the next day. */
    minimumKobo: Kobo,
    next: z.object({
      dueOn: Day,
      payAt: Timestamp,
      /** Current amount in kobo, after the reserve that is held from it and before stamp duty. */
      amountKobo: Kobo,
      /** Stamp duty in kobo that is deducted from the amount; 0 if the provider bears it. */
      stampDutyKobo: Kobo,
      isBelowMinimum: describe(
        'Whether the proceeds are less than `minimumKobo`, so that they are paid together with later ones.',
        z.boolean(),
      ),
      settlementId: z.nullable(Id),
      account: z.nullable(PayoutAccount),
      /** Reason why it would not be paid at present, and what to do about it. Null when it will be paid. */
      hold: z.nullable(z.object({ reason: HoldReason, message: z.string() })),
    }),
  }),
}

/**
 * Payouts of one Lagos day in kobo: amount that reached the bank, fees with VAT, all other deductions (shares of split recipients,
 * refunds, disputes, reserve, adjustments and stamp duty), and number of settlements. The three amounts sum to the gross amount.
 */
const DayTotals = z.object({ day: Day, paidKobo: Kobo, feesKobo: Kobo, deductionsKobo: Kobo, count: z.int() })

export const getSettlementAnalytics = {
  description:
    'Payouts by day of a period (Lagos days, both included, every day present) and total of the period of ' +
    "equal length before, which ends at the same time of day while the period is not over. The merchant's own " +
    'settlements only. 422 at `to` for more than 400 days.',
  input: inputSchema({ from: Day, to: Day }),
  output: z.object({
    days: z.array(DayTotals),
    paidKobo: Kobo,
    previousPaidKobo: Kobo,
    /** Average hours from the end of the last payment day to the bank's confirmation. Null without paid settlements with payments. */
    hoursToBank: z.nullable(z.number()),
  }),
}
