import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { Processor } from '../../connectors/processors.ts'
import { idColumn, instantColumn } from '../../database/columns.ts'

/** Events that processors posted to us, stored before they are acknowledged. They have no merchant until they are processed. */
export const processorEvents = pgTable(
  'processor_events',
  {
    id: idColumn(),
    processor: text().$type<Processor>().notNull(),
    /** SHA-256 of the body: a repeated event is the same row. */
    bodyHash: text().notNull(),
    /** The body, encrypted: it names the payer. */
    sealedBody: text().notNull(),
    status: text({ enum: ['received', 'processed', 'ignored'] }).notNull(),
    /** Name that the processor gave it, such as `charge.success`. */
    name: text(),
    /** Processor reference of the payment or payout that it is about, once processed. */
    reference: text(),
    /** What the event changed, as a sentence. */
    effect: text(),
    /** How many times it was posted. */
    deliveries: integer().notNull().default(1),
    receivedAt: instantColumn().notNull(),
    processedAt: instantColumn(),
  },
  (table) => [
    unique('processor_events_body').on(table.processor, table.bodyHash),
    index('processor_events_list').on(table.receivedAt, table.id),
    index('processor_events_reference').on(table.reference).where(sql`reference is not null`),
    index('processor_events_open').on(table.receivedAt).where(sql`status = 'received'`),
  ],
)

/** Number of events a day that were rejected, and so are not stored: anyone can post them. */
export const rejectedEvents = pgTable(
  'rejected_events',
  {
    processor: text().$type<Processor>().notNull(),
    /** Lagos day. */
    day: date({ mode: 'string' }).notNull(),
    reason: text({ enum: ['signature', 'address'] }).notNull(),
    count: integer().notNull(),
    lastAt: instantColumn().notNull(),
  },
  (table) => [primaryKey({ columns: [table.processor, table.day, table.reason] })],
)
