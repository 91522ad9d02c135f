import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { idInKeyColumn, instantColumn } from '../../database/columns.ts'

/** The kinds of objects that have a timeline. */
export const timelineSubjects = [
  'payment',
  'customer',
  'dispute',
  'settlement',
  'mandate',
  'invoice',
  'subscription',
  'approval',
] as const
export type TimelineSubject = (typeof timelineSubjects)[number]

/** Timelines of all objects, in sentences for display. Ids are unique over all kinds, so the key does not need `subject`. */
export const timelineEvents = pgTable(
  'timeline_events',
  {
    merchantId: uuid().notNull(),
    subjectId: uuid().notNull(),
    id: idInKeyColumn(),
    at: instantColumn().notNull(),
    kind: text().notNull(),
    text: text().notNull(),
    subject: text({ enum: timelineSubjects }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.subjectId, table.id] })],
)
