import type { SettlementStatus } from '@adire/contract/settlement-status.ts'
import type { HoldReason, SettlementLineType } from '@adire/contract/settlements.ts'
import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { idColumn, instantColumn, koboColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'

const merchantId = () => uuid().notNull()
/** Whose money it is: the business's own id, or that of a party it shares payments with. */
const ownerId = () => uuid().notNull()
const day = () => date({ mode: 'string' })

/** Days on which no bank pays out, besides Saturdays and Sundays. Filled once from `holidays.json`; the operator edits it. */
export const holidays = pgTable('holidays', { day: day().primaryKey(), name: text().notNull() })

/** How a business or a party is settled, and how far it is. Its row is held by whoever settles: one at a time. */
export const payoutSettings = pgTable(
  'payout_settings',
  {
    merchantId: merchantId(),
    ownerId: ownerId(),
    /** The last day on which its takings were gathered. */
    lastRunOn: day(),
    /** Of each payment's net, in hundredths of a percent, held back for so many days. */
    reserveBps: integer().notNull().default(0),
    reserveDays: integer().notNull().default(90),
    stampDutyBearer: text({ enum: ['merchant', 'platform'] })
      .notNull()
      .default('merchant'),
    /** Why nothing is paid out to it, as the operator wrote it. */
    blockedFor: text(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.ownerId] })],
)

/** One bank transfer to a business or a party and everything that is in it. Each has at most one that is not paid. */
export const settlements = pgTable(
  'settlements',
  {
    merchantId: merchantId(),
    id: uuid().notNull().default(sql`uuidv7()`),
    ownerId: ownerId(),
    reference: text().notNull().unique(),
    status: text().$type<SettlementStatus>().notNull(),
    dueOn: day().notNull(),
    firstDay: day(),
    lastDay: day(),
    paymentCount: integer().notNull().default(0),
    lineCount: integer().notNull().default(0),
    openingKobo: koboColumn().notNull().default(0),
    grossKobo: koboColumn().notNull().default(0),
    feesKobo: koboColumn().notNull().default(0),
    vatKobo: koboColumn().notNull().default(0),
    refundsKobo: koboColumn().notNull().default(0),
    disputesKobo: koboColumn().notNull().default(0),
    reserveKobo: koboColumn().notNull().default(0),
    /** What of the payments went to parties they are shared with. */
    sharesKobo: koboColumn().notNull().default(0),
    adjustmentsKobo: koboColumn().notNull().default(0),
    /** The sum of its lines. */
    totalKobo: koboColumn().notNull().default(0),
    stampDutyKobo: koboColumn().notNull().default(0),
    amountKobo: koboColumn().notNull().default(0),
    narration: text().notNull(),
    bankAccountId: uuid(),
    bankId: integer(),
    accountNumber: text(),
    accountName: text(),
    bankReference: text(),
    holdReason: text().$type<HoldReason>(),
    holdMessage: text(),
    /** The reason to hold it of which its business was notified; null once it is sent again. One notification for each. */
    notifiedHold: text().$type<HoldReason>(),
    failureMessage: text(),
    /** How many attempts there had been when its owner last confirmed the account: what came back until then counts no more. */
    confirmedAttempts: integer().notNull().default(0),
    /** How often the bank was asked, each time under a reference of its own. */
    attempts: integer().notNull().default(0),
    /** How often money became available for it: each time is an entry of its own. */
    entries: integer().notNull().default(0),
    createdAt: instantColumn().notNull(),
    paidAt: instantColumn(),
    /** When to look at it again: to pay it, or to ask the bank. Null while it waits for the next working day, or is paid. */
    nextAt: instantColumn(),
    checks: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    uniqueIndex('settlements_one_open').on(table.merchantId, table.ownerId).where(sql`status <> 'success'`),
    index('settlements_list').on(table.merchantId, table.ownerId, ...newestFirst(table)),
    index('settlements_status').on(table.merchantId, table.ownerId, table.status, ...newestFirst(table)),
    index('settlements_due_on').on(table.merchantId, table.ownerId, table.dueOn),
    index('settlements_next').on(table.nextAt).where(sql`next_at is not null`),
  ],
)

/** A line of the ledger, of its owner's pending or available account, in the settlement that pays it out. In one only. */
export const settlementLines = pgTable(
  'settlement_lines',
  {
    merchantId: merchantId(),
    entryId: uuid().notNull(),
    ownerId: ownerId(),
    account: text({ enum: ['pending', 'available'] }).notNull(),
    settlementId: uuid().notNull(),
    type: text().$type<SettlementLineType>().notNull(),
    paymentId: uuid(),
    at: instantColumn().notNull(),
    grossKobo: koboColumn().notNull(),
    feeKobo: koboColumn().notNull(),
    vatKobo: koboColumn().notNull(),
    amountKobo: koboColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.entryId, table.ownerId, table.account] }),
    index('settlement_lines_list').on(table.merchantId, table.settlementId, table.at, table.entryId),
    index('settlement_lines_payment').on(table.merchantId, table.paymentId).where(sql`payment_id is not null`),
  ],
)

/** One try to pay a settlement: written before the bank is asked, ended by its answer. */
export const payouts = pgTable(
  'payouts',
  {
    merchantId: merchantId(),
    settlementId: uuid().notNull(),
    attempt: integer().notNull(),
    /** What the bank knows it by: asked twice under it, it pays once. */
    reference: text().notNull().unique(),
    bankId: integer().notNull(),
    accountNumber: text().notNull(),
    accountName: text(),
    amountKobo: koboColumn().notNull(),
    stampDutyKobo: koboColumn().notNull(),
    stampDutyBearer: text({ enum: ['merchant', 'platform'] }).notNull(),
    status: text({ enum: ['requested', 'paid', 'returned'] }).notNull(),
    message: text(),
    bankReference: text(),
    requestedAt: instantColumn().notNull(),
    endedAt: instantColumn(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.settlementId, table.attempt] })],
)

/** What was held back of a settlement, until its day. */
export const settlementReserves = pgTable(
  'settlement_reserves',
  {
    id: idColumn(),
    merchantId: merchantId(),
    settlementId: uuid().notNull(),
    amountKobo: koboColumn().notNull(),
    releaseAt: instantColumn().notNull(),
    releasedAt: instantColumn(),
  },
  (table) => [
    index('settlement_reserves_due').on(table.releaseAt).where(sql`released_at is null`),
    index('settlement_reserves_merchant').on(table.merchantId, table.releaseAt).where(sql`released_at is null`),
  ],
)

/** What happened to a settlement, in sentences. */
export const settlementEvents = pgTable(
  'settlement_events',
  {
    merchantId: merchantId(),
    settlementId: uuid().notNull(),
    id: uuid().notNull().default(sql`uuidv7()`),
    at: instantColumn().notNull(),
    kind: text().notNull(),
    text: text().notNull(),
  },
  (table) => [unique('settlement_events_list').on(table.merchantId, table.settlementId, table.id)],
)
