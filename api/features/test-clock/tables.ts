import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { idInKeyColumn, instantColumn } from '../../database/columns.ts'
import { merchants } from '../merchants/tables.ts'

/** Clock offset of a test business from the wall clock. Without a row it is zero. */
export const testClocks = pgTable(
  'test_clocks',
  {
    merchantId: uuid()
      .primaryKey()
      .references(() => merchants.id),
    offsetMs: bigint({ mode: 'number' }).notNull().default(0),
    /** The running move. Until it ends, no other process runs scheduled or delayed jobs of this business. */
    moveId: uuid(),
  },
  (table) => [index('test_clocks_offset').on(table.merchantId).where(sql`offset_ms > 0 and move_id is null`)],
)

/** Result of one stop of a move: the business time, and how often each job ran. */
export type ClockStop = { at: string; did: { what: string; times: number }[] }

export const clockMoves = pgTable(
  'clock_moves',
  {
    id: idInKeyColumn(),
    merchantId: uuid()
      .notNull()
      .references(() => merchants.id),
    movedBy: text().notNull(),
    fromAt: instantColumn().notNull(),
    toAt: instantColumn().notNull(),
    /** Start and end of the move, in wall-clock time. */
    startedAt: instantColumn().notNull(),
    endedAt: instantColumn(),
    stops: jsonb().$type<ClockStop[]>().notNull().default([]),
    stopCount: integer().notNull().default(0),
    doneCount: integer().notNull().default(0),
    failedCount: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    uniqueIndex('clock_moves_one').on(table.merchantId).where(sql`ended_at is null`),
  ],
)
