import type { EvidenceType } from '@adire/contract/disputes.ts'
import type { DisputeResolution, DisputeRow, DisputeStatus } from '@adire/contract/disputes-schemas.ts'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Processor } from '../../connectors/processors.ts'
import { idInKeyColumn, instantColumn, koboColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'

const merchantId = () => uuid().notNull()

/** Dispute: a payment that the payer's bank demands back. */
export const disputes = pgTable(
  'disputes',
  {
    merchantId: merchantId(),
    id: idInKeyColumn(),
    paymentId: uuid().notNull(),
    reference: text().notNull(),
    /** Processor that has the dispute; null if the operator opened it. */
    processor: text().$type<Processor>(),
    /** The processor's reference. A repeated notice with it is the same dispute. */
    processorReference: text().notNull(),
    amountKobo: koboColumn().notNull(),
    /** What the bank demands: more than `amountKobo` while a refund of the payment is under way. Null for older disputes. */
    claimedKobo: koboColumn(),
    category: text().$type<DisputeRow['category']>().notNull(),
    reason: text().notNull(),
    status: text().$type<DisputeStatus>().notNull(),
    resolution: text().$type<DisputeResolution>(),
    message: text(),
    /** Amount held for this dispute in the merchant's reserved account. */
    heldKobo: koboColumn().notNull().default(0),
    lostKobo: koboColumn().notNull().default(0),
    /** Amount advanced by the platform, to be collected from the merchant's next payments. */
    owedKobo: koboColumn().notNull().default(0),
    /** Number of ledger entries for the dispute. */
    entries: integer().notNull().default(0),
    createdAt: instantColumn().notNull(),
    dueAt: instantColumn().notNull(),
    respondedAt: instantColumn(),
    /** Amount that the response returns to the payer; null if it contests. Only for disputes that a processor decides. */
    offeredKobo: koboColumn(),
    /** When the processor had the response. Only for disputes that a processor decides. */
    sentAt: instantColumn(),
    resolvedAt: instantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    uniqueIndex('disputes_reference_key').on(table.reference, table.merchantId),
    unique('disputes_processor_reference_key')
      .on(table.processor, table.processorReference, table.merchantId)
      .nullsNotDistinct(),
    index('disputes_list').on(table.merchantId, ...newestFirst(table)),
    index('disputes_payment').on(table.merchantId, table.paymentId),
    index('disputes_to_archive')
      .on(table.merchantId, table.resolvedAt)
      .where(sql`status = 'resolved' and owed_kobo = 0`),
    index('disputes_open').on(table.processor, table.createdAt).where(sql`resolved_at is null`),
    index('disputes_short')
      .on(table.createdAt)
      .where(sql`owed_kobo > 0 or (resolved_at is null and held_kobo < amount_kobo)`),
  ],
)

/** Evidence document of a dispute; its content is in the file store. */
export const disputeEvidence = pgTable(
  'dispute_evidence',
  {
    merchantId: merchantId(),
    disputeId: uuid().notNull(),
    type: text().$type<EvidenceType>().notNull(),
    fileId: uuid().notNull(),
    name: text().notNull(),
    bytes: integer().notNull(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.disputeId, table.type] })],
)
