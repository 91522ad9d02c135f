import type { Frequency, MandateKind } from '@adire/contract/direct-debit-form-schemas.ts'
import type { DebitStatus, EndedBy, MandateStatus } from '@adire/contract/direct-debit-schemas.ts'
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
import type { Processor } from '../../connectors/processors.ts'
import { idInKeyColumn, instantColumn, koboColumn, searchColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'
import { merchants } from '../merchants/tables.ts'

const merchantId = () => uuid().notNull()
const day = () => date({ mode: 'string' })

/** Direct debit mandates: a customer's permission to debit a bank account repeatedly. */
export const mandates = pgTable(
  'mandates',
  {
    merchantId: merchantId().references(() => merchants.id),
    id: idInKeyColumn(),
    slug: text().notNull(),
    /** Processor that the mandate was opened with. Null until the customer consents. */
    processor: text().$type<Processor>(),
    /** Reference of the mandate at the bank. */
    reference: searchColumn().notNull(),
    /** Reference that the processor made for the mandate. Null if it uses ours. */
    processorReference: text(),
    /** Page of the processor on which the customer authorises the mandate. Null if they send a transfer instead. */
    authorizationUrl: text(),
    /** The customer's key to the mandate page. */
    accessCode: text().notNull(),
    status: text().$type<MandateStatus>().notNull(),
    readyToDebit: boolean().notNull().default(false),
    kind: text().$type<MandateKind>().notNull(),
    /** Subscription that the mandate pays; it can then pay nothing else. */
    subscriptionId: uuid(),
    customerId: uuid().notNull(),
    customerEmail: searchColumn().notNull(),
    customerName: text(),
    bankId: integer().notNull(),
    /** Encrypted. Only the last four digits are displayed. */
    sealedAccountNumber: text().notNull(),
    last4: text().notNull(),
    /** Encrypted phone number and address of the holder, from the consent until the processor has them. Null if it wants none. */
    sealedHolder: text(),
    accountName: text().notNull(),
    amountKobo: koboColumn().notNull(),
    /** Maximum of one debit: the amount, plus the fee if the customer pays it. */
    limitKobo: koboColumn().notNull(),
    maxTotalKobo: koboColumn(),
    frequency: text().$type<Frequency>(),
    startOn: day().notNull(),
    endOn: day(),
    narration: text().notNull(),
    feeBearer: text().$type<FeeBearer>().notNull(),
    /** Reason of a rejection, suspension, cancellation or expiry. */
    reason: text(),
    /** The side that rejected or cancelled the mandate. Null if its time or its subscription ended. */
    endedBy: text().$type<EndedBy>(),
    /** Consent: the accepted text, word for word, and the IP address. */
    textVersion: text(),
    consentText: jsonb().$type<string[]>(),
    consentIp: text(),
    consentedAt: instantColumn(),
    /** The latest one-time code: hash, attempts left, expiry. */
    otpHash: text(),
    otpAttemptsLeft: smallint(),
    otpExpiresAt: instantColumn(),
    transferBank: text(),
    transferAccountNumber: text(),
    transferAccountName: text(),
    transferKobo: koboColumn(),
    /** Until when the customer may send the transfer, or authorise the mandate on the page of the processor. */
    transferExpiresAt: instantColumn(),
    createdAt: instantColumn().notNull(),
    sentAt: instantColumn(),
    mailedAt: instantColumn(),
    authorizedAt: instantColumn(),
    activatedAt: instantColumn(),
    readyAt: instantColumn(),
    endedAt: instantColumn(),
    /** When the present status began. */
    since: instantColumn().notNull(),
    /** Time of the next check, to query the bank or end the mandate. Null if none is scheduled. */
    dueAt: instantColumn(),
    /** Occurrence number of the last planned debit of the schedule; the first day is 0. */
    planned: integer().notNull().default(-1),
    /** Total amount and number of successful debits. */
    debitedKobo: koboColumn().notNull().default(0),
    debits: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    uniqueIndex('mandates_slug_key').on(table.slug, table.merchantId),
    uniqueIndex('mandates_reference_key').on(table.reference, table.merchantId),
    uniqueIndex('mandates_access_code_key').on(table.accessCode, table.merchantId),
    uniqueIndex('mandates_processor_reference_key').on(table.processorReference, table.merchantId),
    index('mandates_list').on(table.merchantId, ...newestFirst(table)),
    index('mandates_status').on(table.merchantId, table.status, ...newestFirst(table)),
    index('mandates_customer').on(table.merchantId, table.customerId, ...newestFirst(table)),
    index('mandates_email').on(table.merchantId, table.customerEmail),
    index('mandates_name').on(table.merchantId, sql`lower(customer_name) collate "C"`),
    index('mandates_due').on(table.dueAt).where(sql`due_at is not null`),
    index('mandates_due_of_business').on(table.merchantId, table.dueAt).where(sql`due_at is not null`),
  ],
)

/** Debits of a mandate. Each attempt at a debit is a separate payment. */
export const mandateDebits = pgTable(
  'mandate_debits',
  {
    merchantId: merchantId(),
    id: idInKeyColumn(),
    mandateId: uuid().notNull(),
    reference: text().notNull(),
    source: text({ enum: ['schedule', 'planned', 'now'] }).notNull(),
    /** Occurrence number in the schedule. */
    occurrence: integer(),
    status: text().$type<DebitStatus>().notNull(),
    amountKobo: koboColumn().notNull(),
    priceKobo: koboColumn().notNull(),
    narration: text().notNull(),
    dueOn: day().notNull(),
    /** Time of the next attempt; while at the bank, time of the next query. Null once ended. */
    dueAt: instantColumn(),
    /** When to send the notice to the customer; null once it is enqueued. `noticedAt`: when the mail server got it. */
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
    // No day of a schedule can be debited twice, even if two processes plan it.
    uniqueIndex('mandate_debits_occurrence')
      .on(table.merchantId, table.mandateId, table.occurrence)
      .where(sql`occurrence is not null`),
    index('mandate_debits_list').on(table.merchantId, table.mandateId, table.dueOn, table.id),
    index('mandate_debits_calendar').on(table.merchantId, table.dueOn, table.id),
    index('mandate_debits_due').on(table.dueAt).where(sql`due_at is not null`),
    index('mandate_debits_due_of_business').on(table.merchantId, table.dueAt).where(sql`due_at is not null`),
    index('mandate_debits_notice').on(table.noticeAt).where(sql`notice_at is not null`),
    index('mandate_debits_notice_of_business').on(table.merchantId, table.noticeAt).where(sql`notice_at is not null`),
  ],
)
