import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { idColumn, instantColumn } from '../../database/columns.ts'
import { merchants } from '../merchants/tables.ts'

/** How far a test business has moved its time ahead. A business without a row keeps the time of the world. */
export const testClocks = pgTable(
  'test_clocks',
  {
    merchantId: uuid()
      .primaryKey()
      .references(() => merchants.id),
    offsetMs: bigint({ mode: 'number' }).notNull().default(0),
    /** The move that is under way: until it has ended nobody else does work of this business that waits for a time. */
    moveId: uuid(),
  },
  (table) => [index('test_clocks_offset').on(table.merchantId).where(sql`offset_ms > 0 and move_id is null`)],
)

/** What one stop of a move did: the instant, and how often which work was done. */
export type ClockStop = { at: string; did: { what: string; times: number }[] }

export const clockMoves = pgTable(
  'clock_moves',
  {
    id: idColumn(),
    merchantId: uuid()
      .notNull()
      .references(() => merchants.id),
    movedBy: text().notNull(),
    fromAt: instantColumn().notNull(),
    toAt: instantColumn().notNull(),
    /** When it began and ended by the time of the world. */
    startedAt: instantColumn().notNull(),
    endedAt: instantColumn(),
    stops: jsonb().$type<ClockStop[]>().notNull().default([]),
    stopCount: integer().notNull().default(0),
    doneCount: integer().notNull().default(0),
    failedCount: integer().notNull().default(0),
  },
  (table) => [
    index('clock_moves_list').on(table.merchantId, table.id),
    uniqueIndex('clock_moves_one').on(table.merchantId).where(sql`ended_at is null`),
  ],
)
