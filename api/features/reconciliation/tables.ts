import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { Processor } from '../../connectors/processors.ts'
import type { ProcessorRecord, RecordKind, StoredRecord } from '../../connectors/records.ts'
import { idColumn, instantColumn, koboColumn } from '../../database/columns.ts'
import type { Discrepancy } from './discrepancies.ts'

const processor = () => text().$type<Processor>().notNull()
const kind = () => text().$type<StoredRecord['kind']>().notNull()

/** Records that processors list of their own movements of money, and what of them is in the ledger. */
export const processorRecords = pgTable(
  'processor_records',
  {
    processor: processor(),
    kind: kind(),
    /** The processor's id. */
    recordId: text().notNull(),
    reference: text(),
    chargeReference: text(),
    chargeId: text(),
    amountKobo: koboColumn().notNull(),
    currency: text().notNull(),
    feeKobo: koboColumn().notNull(),
    expectedFeeKobo: koboColumn(),
    status: text().$type<ProcessorRecord['status']>().notNull(),
    isOfDispute: boolean().notNull(),
    settlementId: text(),
    at: instantColumn().notNull(),
    /** Fee, and amount transferred from the processor's balance, that the ledger has for it. */
    bookedFeeKobo: koboColumn().notNull(),
    bookedTransferKobo: koboColumn().notNull(),
    importedAt: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.processor, table.kind, table.recordId] }),
    index('processor_records_reference').on(table.processor, table.kind, table.reference, table.at, table.recordId),
    index('processor_records_at').on(table.processor, table.kind, table.at),
    index('processor_records_settlement').on(table.processor, table.settlementId).where(sql`settlement_id is not null`),
  ],
)

/** Discrepancies between the ledger, a processor and the bank: the work list of the operators. */
export const reconciliationItems = pgTable(
  'reconciliation_items',
  {
    id: idColumn(),
    /** Short number for people. */
    number: integer().notNull().generatedAlwaysAsIdentity(),
    /** Null for the bank, and for the balance of all processors together. */
    processor: text().$type<Processor>(),
    kind: text().$type<RecordKind | 'bank' | 'balance'>().notNull(),
    discrepancy: text().$type<Discrepancy>().notNull(),
    /** Id of the record, the bank line or the object of ours that it is about. */
    subject: text().notNull(),
    reference: text(),
    /** Lagos day of the movement. */
    day: date({ mode: 'string' }).notNull(),
    oursKobo: koboColumn(),
    theirsKobo: koboColumn(),
    /** By how much it makes what the processor holds differ from the ledger. */
    effectKobo: koboColumn().notNull(),
    /** `gone`: a later reconciliation did not find it any more. */
    status: text({ enum: ['open', 'explained', 'gone'] }).notNull(),
    explanation: text(),
    explainedBy: text(),
    foundAt: instantColumn().notNull(),
    /** The last reconciliation that found it. */
    seenAt: instantColumn().notNull(),
  },
  (table) => [
    unique('reconciliation_items_subject')
      .on(table.processor, table.kind, table.discrepancy, table.subject)
      .nullsNotDistinct(),
    unique('reconciliation_items_number').on(table.number),
    index('reconciliation_items_list').on(table.status, table.day),
    index('reconciliation_items_day').on(table.processor, table.kind, table.day).where(sql`status <> 'gone'`),
  ],
)

/** What each reconciliation found. */
export const reconciliations = pgTable(
  'reconciliations',
  {
    id: idColumn(),
    fromDay: date({ mode: 'string' }).notNull(),
    toDay: date({ mode: 'string' }).notNull(),
    startedAt: instantColumn().notNull(),
    endedAt: instantColumn(),
    recordCount: integer().notNull().default(0),
    openItems: integer().notNull().default(0),
    /** What the processors hold by their own account, and by the ledger with all items. Null if they were not compared. */
    balanceKobo: koboColumn(),
    expectedKobo: koboColumn(),
  },
  (table) => [index('reconciliations_list').on(table.startedAt)],
)

/** Lines of the platform's bank statements. */
export const bankLines = pgTable(
  'bank_lines',
  {
    id: idColumn(),
    account: text().notNull(),
    /** Hash of the line and of its position among equal lines: the same statement adds nothing when it is imported again. */
    hash: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** Negative for money that left. */
    amountKobo: koboColumn().notNull(),
    narration: text().notNull(),
    bankReference: text(),
    /** Processor and id of the settlement that arrived with it. */
    processor: text().$type<Processor>(),
    settlementId: text(),
    importedAt: instantColumn().notNull(),
  },
  (table) => [
    unique('bank_lines_hash').on(table.account, table.hash),
    unique('bank_lines_settlement').on(table.processor, table.settlementId),
    index('bank_lines_day').on(table.day),
  ],
)
