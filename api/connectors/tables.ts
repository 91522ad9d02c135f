import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
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

/**
 * When the next request may be sent to a processor; an instant in the past is unused time. Not logged, because a crash may lose it: then
 * it starts anew.
 */
export const processorTurns = pgTable('processor_turns', {
  /** The processor, or processor and business (`paystack:<id>`): then in the future if the business has used up its fair share. */
  processor: text().primaryKey(),
  nextAt: timestamp({ withTimezone: true }).notNull(),
})
