import * as z from 'zod/mini'
import { Day, Id, inputSchema, Kobo, NoContent, SingleLineText, Timestamp, Upload } from '../fields.ts'
import { Paginated, paginationFields } from '../list-schemas.ts'
import { settlementStatuses } from '../settlements.ts'
import { HoldReason, SettlementStatus } from '../settlements-schemas.ts'

const Mode = z.enum(['LIVE', 'TEST'])
const mode = z._default(Mode, 'LIVE')
const Business = z.object({ id: Id, name: z.string(), code: z.string() })

export const StaffPayout = z.object({
  id: Id,
  merchantId: Id,
  reference: z.string(),
  business: Business,
  /** The split recipient that is paid. Null: the business itself. */
  recipient: z.nullable(z.string()),
  status: SettlementStatus,
  dueOn: Day,
  /** Amount that is sent to the bank, as its statement has it: without the stamp duty that the owner bears. */
  amountKobo: Kobo,
  /** Stamp duty that is deducted from the proceeds. */
  stampDutyKobo: Kobo,
  payments: z.int(),
  account: z.nullable(z.string()),
  hold: z.nullable(z.object({ reason: HoldReason, message: z.string() })),
  /** Whether a person of the provider holds it. */
  isHeldByUs: z.boolean(),
  /** Why the bank returned it, or sent it back after it had paid it. */
  failure: z.nullable(z.string()),
  attempts: z.int(),
  bankReference: z.nullable(z.string()),
  createdAt: Timestamp,
  paidAt: z.nullable(Timestamp),
  /** When the bank sent it back after it had paid it. */
  returnedAt: z.nullable(Timestamp),
  /** When the bank paid its last payout after that had come back. */
  paidLateAt: z.nullable(Timestamp),
})
export type StaffPayout = z.infer<typeof StaffPayout>

export const PayoutHoldForm = inputSchema({ reason: SingleLineText(200) })
const payout = { merchantId: Id, id: Id }

export const getPayoutRun = {
  input: inputSchema({ mode }),
  output: z.object({
    /** Day of the run that is next, or still going on. */
    day: Day,
    createsAt: Timestamp,
    paysAt: Timestamp,
    /** Settlements that are due on that day or earlier, by status, with the amounts that are sent to banks. */
    statuses: z.array(z.object({ status: SettlementStatus, count: z.int(), amountKobo: Kobo })),
    /** Proceeds that no settlement has yet: how many businesses and recipients, and how much. */
    unsettled: z.object({ owners: z.int(), totalKobo: Kobo }),
    /** The largest of them. */
    largest: z.array(z.object({ business: Business, recipient: z.nullable(z.string()), totalKobo: Kobo })),
  }),
}
export const listPayouts = {
  input: inputSchema({
    ...paginationFields,
    mode,
    /** `held`: by a person of the provider. */
    status: z.optional(z.enum([...settlementStatuses, 'held'])),
    /** Part of a reference, a bank reference, a business name or its code. */
    search: z.optional(SingleLineText(100)),
  }),
  output: Paginated(StaffPayout),
}
export const holdPayout = { input: inputSchema({ ...payout, ...PayoutHoldForm.shape }), output: StaffPayout }
export const releasePayout = { input: inputSchema(payout), output: StaffPayout }
export const retryPayout = { input: inputSchema(payout), output: StaffPayout }

export const StaffReserve = z.object({
  id: Id,
  business: Business,
  settlementReference: z.string(),
  amountKobo: Kobo,
  releaseAt: Timestamp,
  createdAt: Timestamp,
})
export type StaffReserve = z.infer<typeof StaffReserve>
export const listReserves = {
  input: inputSchema({ mode, offset: paginationFields.offset, limit: paginationFields.limit }),
  output: Paginated(StaffReserve),
}

export const getTrialBalance = {
  input: inputSchema({ mode }),
  output: z.object({
    accounts: z.array(z.object({ kind: z.string(), isOurs: z.boolean(), owners: z.int(), balanceKobo: Kobo })),
    /** Sum of all of them: 0, unless the ledger is wrong. */
    differenceKobo: Kobo,
  }),
}
export const LedgerAccountRow = z.object({
  id: Id,
  kind: z.string(),
  /** Business, recipient, or the business that an account of the provider is kept for; the mode for those of no business. */
  owner: z.string(),
  balanceKobo: Kobo,
})
export type LedgerAccountRow = z.infer<typeof LedgerAccountRow>
export const listLedgerAccounts = {
  input: inputSchema({
    mode,
    kind: SingleLineText(40),
    offset: paginationFields.offset,
    limit: paginationFields.limit,
  }),
  output: Paginated(LedgerAccountRow),
}
export const AccountLine = z.object({
  entryId: Id,
  reference: z.string(),
  description: z.string(),
  at: Timestamp,
  amountKobo: Kobo,
})
export type AccountLine = z.infer<typeof AccountLine>
export const listAccountLines = {
  input: inputSchema({ id: Id, limit: paginationFields.limit, cursor: paginationFields.cursor }),
  output: z.object({
    account: LedgerAccountRow,
    content: z.array(AccountLine),
    nextCursor: z.nullable(z.string()),
  }),
}
export const getLedgerEntry = {
  input: inputSchema({ id: Id }),
  output: z.object({
    id: Id,
    reference: z.string(),
    description: z.string(),
    at: Timestamp,
    lines: z.array(z.object({ account: LedgerAccountRow, amountKobo: Kobo })),
  }),
}

const period = { mode, from: Day, to: Day }
export const StatementDay = z.object({
  day: Day,
  feesKobo: Kobo,
  vatKobo: Kobo,
  stampDutyKobo: Kobo,
  processorFeesKobo: Kobo,
  reserveKobo: Kobo,
})
export type StatementDay = z.infer<typeof StatementDay>
export const getStatement = {
  input: inputSchema(period),
  output: z.object({ days: z.array(StatementDay), total: z.omit(StatementDay, { day: true }) }),
}
export const downloadStatement = { input: inputSchema(period), output: z.file() }

export const ReconciliationItem = z.object({
  number: z.int(),
  processor: z.nullable(z.string()),
  kind: z.string(),
  discrepancy: z.string(),
  reference: z.string(),
  day: Day,
  oursKobo: z.nullable(Kobo),
  theirsKobo: z.nullable(Kobo),
  status: z.enum(['open', 'explained', 'gone']),
  explanation: z.nullable(z.string()),
  explainedBy: z.nullable(z.string()),
})
export type ReconciliationItem = z.infer<typeof ReconciliationItem>
const number = z.coerce.number<number>().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))
export const ExplanationForm = inputSchema({ reason: SingleLineText(500) })
export const getReconciliation = {
  input: inputSchema({}),
  output: z.object({
    /** Processors whose records are compared. */
    processors: z.array(z.string()),
    openItems: z.int(),
    last: z.nullable(
      z.object({
        startedAt: Timestamp,
        endedAt: z.nullable(Timestamp),
        fromDay: Day,
        toDay: Day,
        records: z.int(),
        balanceKobo: z.nullable(Kobo),
        expectedKobo: z.nullable(Kobo),
      }),
    ),
  }),
}
export const listReconciliationItems = {
  input: inputSchema({
    status: z._default(z.enum(['open', 'explained', 'gone']), 'open'),
    limit: paginationFields.limit,
    offset: paginationFields.offset,
  }),
  output: Paginated(ReconciliationItem),
}
export const explainReconciliationItem = {
  input: inputSchema({ number, ...ExplanationForm.shape }),
  output: ReconciliationItem,
}
export const startReconciliation = { input: inputSchema({}), output: NoContent }

export const StatementForm = inputSchema({
  /** Account of the statement, if the file does not name it. */
  account: z.optional(z.string().check(z.regex(/^\d{10}$/, 'An account number has 10 digits'))),
})
export const importBankStatement = {
  /** CSV or MT940, at most 5 MB, with all lines of each of its days. */
  input: inputSchema({ ...StatementForm.shape, statement: Upload }),
  output: z.object({
    account: z.string(),
    lines: z.int(),
    /** Lines that were not known. */
    added: z.int(),
    fromDay: Day,
    toDay: Day,
  }),
}
