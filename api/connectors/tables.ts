import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, instantColumn } from '../database/columns.ts'
import type { CallOutcome, RecordedCall } from './record-calls.ts'

/**
 * Calls of processors about payments, without anything that was sent or received. A call without an answer was sent, or its process
 * ended before. They belong to the payment with this processor reference.
 */
export const processorCalls = pgTable(
  'processor_calls',
  {
    id: idColumn(),
    processorReference: text().notNull(),
    call: text().$type<RecordedCall>().notNull(),
    sentAt: instantColumn().notNull(),
    answeredAt: instantColumn(),
    outcome: text().$type<CallOutcome>(),
    /** Decline reason, challenge or HTTP status, by outcome. */
    detail: text(),
  },
  (table) => [
    index('processor_calls_payment').on(table.processorReference, table.sentAt),
    index('processor_calls_sent').on(table.sentAt),
  ],
)
