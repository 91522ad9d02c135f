import type { PayoutInterval } from '@adire/contract/payout-schedule.ts'
import type { HoldReason, SettlementLineType, SettlementStatus } from '@adire/contract/settlements-schemas.ts'
import { sql } from 'drizzle-orm'
import { date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Processor } from '../../connectors/processors.ts'
import { idInKeyColumn, instantColumn, koboColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'

const merchantId = () => uuid().notNull()
/** Id of the merchant or the split recipient whose money it is. */
const ownerId = () => uuid().notNull()
const day = () => date({ mode: 'string' })

/** Days on which no bank pays out, besides Saturdays and Sundays. Filled once from `holidays.json`, then edited by the operator. */
export const holidays = pgTable('holidays', { day: day().primaryKey(), name: text().notNull() })

/** Open alerts of the operator about holidays, at most one of a kind. */
export const holidayAlerts = pgTable('holiday_alerts', {
  kind: text({ enum: ['table_end', 'expected'] }).primaryKey(),
  /** Day of the last holiday that the last email was about; empty without any holiday. */
  about: text().notNull(),
  /** Lagos day of the last email. */
  sentOn: day().notNull(),
})

/**
 * Payout settings of a merchant or a split recipient, and the day of its last settlement. Its row is locked while its settlements
 * are changed: one process at a time.
 */
export const payoutSettings = pgTable(
  'payout_settings',
  {
    merchantId: merchantId(),
    ownerId: ownerId(),
    /** Last day on which the settlement run handled this owner, working day or not. */
    lastRunOn: day(),
    /** Reserve: share of each payment's net in basis points (hundredths of a percent), held for `reserveDays` days. */
    reserveBps: integer().notNull().default(0),
    reserveDays: integer().notNull().default(90),
    stampDutyBearer: text({ enum: ['merchant', 'platform'] })
      .notNull()
      .default('merchant'),
    /** When the owner is paid out; the day is of the week or the month (`contract/payout-schedule.ts`). */
    payoutInterval: text().$type<PayoutInterval>().notNull().default('daily'),
    payoutDay: integer(),
    /** Reason why payouts are blocked, written by the operator. Null: not blocked. */
    blockedFor: text(),
    /** When the owner last confirmed its account: payouts that came back before no longer count. */
    accountConfirmedAt: instantColumn(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.ownerId] })],
)

/**
 * Settlement: one bank transfer to a merchant or a split recipient, with everything it contains. Each owner has at most one
 * unpaid settlement.
 */
export const settlements = pgTable(
  'settlements',
  {
    merchantId: merchantId(),
    id: idInKeyColumn(),
    ownerId: ownerId(),
    reference: text().notNull(),
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
    /** Part of the payments that went to split recipients. */
    sharesKobo: koboColumn().notNull().default(0),
    adjustmentsKobo: koboColumn().notNull().default(0),
    /** Sum of its lines. */
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
    /** Reason for which a person of the provider holds it, as the merchant reads it. Null: it is not held by one. */
    heldFor: text(),
    /** Hold reason that its merchant was last notified of; null once it is sent again. One notification per reason. */
    notifiedHold: text().$type<HoldReason>(),
    failureMessage: text(),
    /** Number of attempts when its owner last confirmed the account: payouts returned before no longer count. */
    confirmedAttempts: integer().notNull().default(0),
    /** Number of payout attempts, each with its own reference. */
    attempts: integer().notNull().default(0),
    /** Number of ledger entries that made money available for it. */
    entries: integer().notNull().default(0),
    createdAt: instantColumn().notNull(),
    paidAt: instantColumn(),
    /** When the bank sent the paid amount back, and why. The amount is in a later settlement. */
    returnedAt: instantColumn(),
    returnReason: text(),
    /** Next check: to pay it, or to query the bank. Null while it waits for the next working day, or once it is paid. */
    nextAt: instantColumn(),
    checks: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    uniqueIndex('settlements_reference_key').on(table.reference, table.merchantId),
    uniqueIndex('settlements_one_open').on(table.merchantId, table.ownerId).where(sql`status <> 'success'`),
    index('settlements_list').on(table.merchantId, table.ownerId, ...newestFirst(table)),
    index('settlements_status').on(table.merchantId, table.ownerId, table.status, ...newestFirst(table)),
    index('settlements_due_on').on(table.merchantId, table.ownerId, table.dueOn),
    index('settlements_sent_back')
      .on(table.merchantId, table.ownerId, table.returnedAt)
      .where(sql`returned_at is not null`),
    index('settlements_next').on(table.nextAt).where(sql`next_at is not null`),
  ],
)

/**
 * Ledger line of the owner's pending or available account, in the settlement that pays it out. Each line is in only one
 * settlement.
 */
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

/** Payout attempt of a settlement: written before the bank is called, ended by its outcome. */
export const payouts = pgTable(
  'payouts',
  {
    merchantId: merchantId(),
    settlementId: uuid().notNull(),
    attempt: integer().notNull(),
    processor: text().$type<Processor>().notNull(),
    /** Idempotency key: the bank pays a reference only once. */
    reference: text().notNull(),
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
    /** When it was last sent again, because its processor did not know it. Null: it was sent once. */
    sentAgainAt: instantColumn(),
    endedAt: instantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.settlementId, table.attempt] }),
    uniqueIndex('payouts_reference_key').on(table.reference, table.merchantId),
    index('payouts_returned').on(table.endedAt).where(sql`status = 'returned'`),
    index('payouts_requested').on(table.processor, table.requestedAt),
  ],
)

/**
 * Payout attempt that came back, as the processor reported, and was paid after all: `amountKobo`, and the stamp duty that its owner bears,
 * are taken from the owner's balance, which had got them back.
 */
export const latePayouts = pgTable(
  'late_payouts',
  {
    merchantId: merchantId(),
    settlementId: uuid().notNull(),
    attempt: integer().notNull(),
    ownerId: ownerId(),
    amountKobo: koboColumn().notNull(),
    dutyKobo: koboColumn().notNull(),
    takenKobo: koboColumn().notNull().default(0),
    /** Number of times that something was taken or given back. */
    entries: integer().notNull().default(0),
    paidAt: instantColumn().notNull(),
    /** When the bank sent it back again, and what was taken was given back. */
    undoneAt: instantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.settlementId, table.attempt] }),
    index('late_payouts_open')
      .on(table.merchantId, table.ownerId)
      .where(sql`undone_at is null and taken_kobo < amount_kobo + duty_kobo`),
  ],
)

/** Reserve of a settlement, held until its release day. */
export const settlementReserves = pgTable(
  'settlement_reserves',
  {
    id: idInKeyColumn(),
    merchantId: merchantId(),
    settlementId: uuid().notNull(),
    amountKobo: koboColumn().notNull(),
    releaseAt: instantColumn().notNull(),
    releasedAt: instantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index('settlement_reserves_due').on(table.releaseAt).where(sql`released_at is null`),
    index('settlement_reserves_merchant').on(table.merchantId, table.releaseAt).where(sql`released_at is null`),
  ],
)
