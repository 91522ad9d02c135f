import type { DebitStatus, MandateStatus } from '@adire/contract/direct-debit.ts'
import type { Frequency, MandateKind } from '@adire/contract/direct-debit-fields.ts'
import type { FeeBearer } from '@adire/contract/fields.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instantColumn, koboColumn, searchColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'
import { merchants } from '../merchants/tables.ts'

const merchantId = () => uuid().notNull()
const day = () => date({ mode: 'string' })

/** A customer's leave to take money from an account, again and again. */
export const mandates = pgTable(
  'mandates',
  {
    merchantId: merchantId().references(() => merchants.id),
    id: uuid().notNull().default(sql`uuidv7()`),
    slug: text().notNull().unique(),
    /** What the bank knows it by. */
    reference: searchColumn().notNull().unique(),
    /** The customer's key to it. */
    accessCode: text().notNull().unique(),
    status: text().$type<MandateStatus>().notNull(),
    readyToDebit: boolean().notNull().default(false),
    kind: text().$type<MandateKind>().notNull(),
    /** The subscription it pays, and nothing else. */
    subscriptionId: uuid(),
    customerId: uuid().notNull(),
    customerEmail: searchColumn().notNull(),
    customerName: text(),
    bankId: integer().notNull(),
    /** Sealed: what is shown are the last four digits. */
    sealedAccountNumber: text().notNull(),
    last4: text().notNull(),
    accountName: text().notNull(),
    amountKobo: koboColumn().notNull(),
    /** What one debit takes at most: the amount, and the fee where the customer bears it. */
    limitKobo: koboColumn().notNull(),
    maxTotalKobo: koboColumn(),
    frequency: text().$type<Frequency>(),
    startOn: day().notNull(),
    endOn: day(),
    narration: text().notNull(),
    feeBearer: text().$type<FeeBearer>().notNull(),
    /** Why it was rejected, suspended, cancelled or expired. */
    reason: text(),
    /** What was agreed to, word for word, and from where. */
    textVersion: text(),
    consentText: jsonb().$type<string[]>(),
    consentIp: text(),
    consentedAt: instantColumn(),
    /** The code that was mailed last: a hash of it, how often it may still be tried, until when. */
    otpHash: text(),
    otpAttemptsLeft: smallint(),
    otpExpiresAt: instantColumn(),
    transferBank: text(),
    transferAccountNumber: text(),
    transferAccountName: text(),
    transferKobo: koboColumn(),
    transferExpiresAt: instantColumn(),
    createdAt: instantColumn().notNull(),
    sentAt: instantColumn(),
    mailedAt: instantColumn(),
    authorizedAt: instantColumn(),
    activatedAt: instantColumn(),
    readyAt: instantColumn(),
    endedAt: instantColumn(),
    /** Since when it stands where it stands. */
    since: instantColumn().notNull(),
    /** When to look at it again: to ask the bank, or to end it. Null where nothing happens by itself. */
    dueAt: instantColumn(),
    /** The number of the last debit of the schedule that was planned; the first day is number 0. */
    planned: integer().notNull().default(-1),
    /** Of successful debits. */
    debitedKobo: koboColumn().notNull().default(0),
    debits: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index('mandates_list').on(table.merchantId, ...newestFirst(table)),
    index('mandates_status').on(table.merchantId, table.status, ...newestFirst(table)),
    index('mandates_customer').on(table.merchantId, table.customerId, ...newestFirst(table)),
    index('mandates_email').on(table.merchantId, table.customerEmail),
    index('mandates_name').on(table.merchantId, sql`lower(customer_name) collate "C"`),
    index('mandates_due').on(table.dueAt).where(sql`due_at is not null`),
    index('mandates_due_of_business').on(table.merchantId, table.dueAt).where(sql`due_at is not null`),
  ],
)

/** One debit of a mandate. Each try at it is a payment of its own. */
export const mandateDebits = pgTable(
  'mandate_debits',
  {
    merchantId: merchantId(),
    id: uuid().notNull().default(sql`uuidv7()`),
    mandateId: uuid().notNull(),
    reference: text().notNull(),
    source: text({ enum: ['schedule', 'planned', 'now'] }).notNull(),
    /** Which of the schedule's debits it is. */
    occurrence: integer(),
    status: text().$type<DebitStatus>().notNull(),
    amountKobo: koboColumn().notNull(),
    priceKobo: koboColumn().notNull(),
    narration: text().notNull(),
    dueOn: day().notNull(),
    /** When it is tried next; while it is at the bank, when the bank is asked again. Null once it has ended. */
    dueAt: instantColumn(),
    /** When the customer is to be told; null once that is done. */
    noticeAt: instantColumn(),
    noticedAt: instantColumn(),
    attempts: smallint().notNull().default(0),
    paymentId: uuid(),
    failureCode: text(),
    failureMessage: text(),
    createdAt: instantColumn().notNull(),
    endedAt: instantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    unique('mandate_debits_reference').on(table.merchantId, table.reference),
    // No day of a schedule is debited twice, whoever plans it.
    uniqueIndex('mandate_debits_occurrence')
      .on(table.merchantId, table.mandateId, table.occurrence)
      .where(sql`occurrence is not null`),
    index('mandate_debits_list').on(table.merchantId, table.mandateId, table.dueOn, table.id),
    index('mandate_debits_open')
      .on(table.merchantId, table.dueOn, table.id)
      .where(sql`status in ('scheduled', 'retrying')`),
    index('mandate_debits_due').on(table.dueAt).where(sql`due_at is not null`),
    index('mandate_debits_due_of_business').on(table.merchantId, table.dueAt).where(sql`due_at is not null`),
    index('mandate_debits_notice').on(table.noticeAt).where(sql`notice_at is not null`),
    index('mandate_debits_notice_of_business').on(table.merchantId, table.noticeAt).where(sql`notice_at is not null`),
  ],
)

/** What happened to a mandate, in sentences. */
export const mandateEvents = pgTable(
  'mandate_events',
  {
    merchantId: merchantId(),
    mandateId: uuid().notNull(),
    id: uuid().notNull().default(sql`uuidv7()`),
    at: instantColumn().notNull(),
    kind: text().notNull(),
    text: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.mandateId, table.id] })],
)
