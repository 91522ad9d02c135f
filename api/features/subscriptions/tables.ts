import type { EndReason, SubscriptionStatus } from '@adire/contract/subscriptions.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, smallint, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { DeclineReason } from '../../connectors/response-codes.ts'
import { instantColumn, koboColumn, searchColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'

const merchantId = () => uuid().notNull()

/** Why a charge was not made. The last three: the mandate is over, is suspended, or was given for less. */
export type FailureReason =
  | DeclineReason
  | 'abandoned'
  | 'no_card'
  | 'account_lost'
  | 'account_suspended'
  | 'over_mandate'

/** A payer on a plan. Its periods are counted from an anchor, so that a month's last day stays a month's last day. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    merchantId: merchantId(),
    id: uuid().notNull().default(sql`uuidv7()`),
    code: text().notNull(),
    /** The payer's key to it: whoever has it may see it, cancel it and change the card. */
    accessCode: text().notNull().unique(),
    status: text().$type<SubscriptionStatus>().notNull(),
    planId: uuid().notNull(),
    /** The plan from the next period on, where it changes then. */
    nextPlanId: uuid(),
    paymentLinkId: uuid(),
    customerId: uuid().notNull(),
    customerEmail: searchColumn().notNull(),
    customerName: text(),
    savedCardId: uuid(),
    /** The account it is paid from, where that is no card: `pending` until its bank takes debits. */
    mandateId: uuid(),
    amountKobo: koboColumn().notNull(),
    chargeLimit: integer(),
    isTrial: boolean().notNull(),
    trialEndsAt: instantColumn(),
    pausedAt: instantColumn(),
    /** The present period is that of `step` intervals after the anchor; -1 before the first one. */
    anchorAt: instantColumn().notNull(),
    step: integer().notNull(),
    periodStartsAt: instantColumn().notNull(),
    periodEndsAt: instantColumn().notNull(),
    /** The stretch of the present period since the last change of plan, and what it cost: what of it is not used up counts. */
    stretchStartsAt: instantColumn().notNull(),
    stretchKobo: koboColumn().notNull(),
    /** Periods that were billed, and invoices of any kind. */
    charges: integer().notNull(),
    invoices: integer().notNull(),
    creditKobo: koboColumn().notNull().default(0),
    collectedKobo: koboColumn().notNull().default(0),
    /** The invoice of the present period, while it is owed, or of a change of plan under way. */
    openInvoiceId: uuid(),
    /** When something happens to it next; null where nothing does until somebody acts, or a processor answers. */
    dueAt: instantColumn(),
    /** When its payer is told of the next charge, where she is; and of the end of which period she was told. */
    noticeAt: instantColumn(),
    noticedFor: instantColumn(),
    /** What she agreed to as she subscribed, word for word. */
    consentText: text(),
    endReason: text().$type<EndReason>(),
    endNote: text(),
    cancelledAt: instantColumn(),
    endedAt: instantColumn(),
    linkMailedAt: instantColumn(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    unique('subscriptions_code').on(table.merchantId, table.code),
    index('subscriptions_list').on(table.merchantId, ...newestFirst(table)),
    index('subscriptions_status').on(table.merchantId, table.status, ...newestFirst(table)),
    index('subscriptions_plan').on(table.merchantId, table.planId, table.status, ...newestFirst(table)),
    index('subscriptions_customer').on(table.merchantId, table.customerId),
    index('subscriptions_email').on(table.merchantId, table.customerEmail),
    index('subscriptions_due').on(table.dueAt, table.merchantId, table.id).where(sql`due_at is not null`),
    index('subscriptions_notice').on(table.noticeAt).where(sql`notice_at is not null`),
    index('subscriptions_notice_of_merchant').on(table.merchantId, table.noticeAt).where(sql`notice_at is not null`),
    index('subscriptions_due_of_merchant').on(table.merchantId, table.dueAt).where(sql`due_at is not null`),
  ],
)

/** What a period, or a change of plan, costs, and whether it is paid. One for each, whatever is tried. */
export const subscriptionInvoices = pgTable(
  'subscription_invoices',
  {
    merchantId: merchantId(),
    subscriptionId: uuid().notNull(),
    id: uuid().notNull().default(sql`uuidv7()`),
    number: integer().notNull(),
    kind: text({ enum: ['period', 'change'] }).notNull(),
    status: text({ enum: ['pending', 'success', 'failed'] }).notNull(),
    planId: uuid().notNull(),
    planName: text().notNull(),
    startsAt: instantColumn().notNull(),
    endsAt: instantColumn().notNull(),
    /** What a period of the plan costs; of a change, what the rest of the present one does stands in `amountKobo`. */
    priceKobo: koboColumn().notNull(),
    amountKobo: koboColumn().notNull(),
    creditKobo: koboColumn().notNull(),
    dueKobo: koboColumn().notNull(),
    attempts: integer().notNull(),
    /** The payment that is under way for it, or was the last. */
    paymentId: uuid(),
    failureCode: text().$type<FailureReason>(),
    failureMessage: text(),
    firstFailedAt: instantColumn(),
    nextAttemptAt: instantColumn(),
    lastChanceAt: instantColumn(),
    paidAt: instantColumn(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.subscriptionId, table.id] }),
    unique('subscription_invoices_number').on(table.merchantId, table.subscriptionId, table.number),
  ],
)

/** What happened to a subscription, in sentences. */
export const subscriptionEvents = pgTable(
  'subscription_events',
  {
    merchantId: merchantId(),
    subscriptionId: uuid().notNull(),
    id: uuid().notNull().default(sql`uuidv7()`),
    at: instantColumn().notNull(),
    kind: text().notNull(),
    text: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.subscriptionId, table.id] })],
)

/** A card that may be charged while its holder is away: what the processor knows it by, sealed, and what a person does. */
export const savedCards = pgTable(
  'saved_cards',
  {
    merchantId: merchantId(),
    id: uuid().notNull().default(sql`uuidv7()`),
    customerId: uuid().notNull(),
    sealedToken: text().notNull(),
    brand: text().notNull(),
    bin: text().notNull(),
    last4: text().notNull(),
    expiryMonth: smallint().notNull(),
    expiryYear: smallint().notNull(),
    /** When its holder is told that it expires: on the first of the month before. Null once told, or replaced. */
    warnAt: instantColumn(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index('saved_cards_customer').on(table.merchantId, table.customerId),
    index('saved_cards_expiring').on(table.warnAt).where(sql`warn_at is not null`),
    index('saved_cards_expiring_of_merchant').on(table.merchantId, table.warnAt).where(sql`warn_at is not null`),
  ],
)
