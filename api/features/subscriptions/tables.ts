import type { CouponStatus } from '@adire/contract/coupons-schemas.ts'
import type { AfterFailure, Interval, PlanStatus } from '@adire/contract/plans-schemas.ts'
import type {
  AddOn,
  EndReason,
  SubscriptionInvoiceStatus,
  SubscriptionStatus,
} from '@adire/contract/subscription-fields-schemas.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { DeclineReason } from '../../connectors/response-codes.ts'
import {
  idInKeyColumn,
  instantColumn,
  koboColumn,
  metadataColumn,
  metadataIndex,
  searchColumn,
} from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'
import { merchants } from '../merchants/tables.ts'

const merchantId = () => uuid().notNull()

/** Why a charge failed. The last three: the mandate has ended, is suspended, or has a lower limit. */
export type FailureReason =
  | DeclineReason
  | 'abandoned'
  | 'no_card'
  | 'account_lost'
  | 'account_suspended'
  | 'over_mandate'

/**
 * A refund that an invoice has counted. `kobo`: by how much a plan change credited less because it was in progress, or what it took of a
 * credit. `stretch`: what it took of the cost of a stretch of the period. `isReturned`: the refund has failed, and the two are what was
 * credited again; if it is paid after all, the same is taken.
 */
export interface CountedRefund {
  refundId: string
  kobo: number
  stretch?: { startsAt: string; endsAt: string; kobo: number }
  isReturned?: true
}

/** Subscription plans. */
export const plans = pgTable(
  'plans',
  {
    merchantId: uuid()
      .notNull()
      .references(() => merchants.id),
    id: idInKeyColumn(),
    code: text().notNull(),
    name: text().notNull(),
    description: text(),
    status: text().$type<PlanStatus>().notNull(),
    /** Price for new subscribers; each subscription stores its own price. */
    amountKobo: koboColumn().notNull(),
    interval: text().$type<Interval>().notNull(),
    chargeLimit: integer(),
    trialDays: integer().notNull(),
    /** Added once to the first charge of new subscribers; each subscription stores its own. */
    setupFeeKobo: koboColumn().notNull().default(0),
    afterFailure: text().$type<AfterFailure>().notNull(),
    metadata: metadataColumn(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    unique('plans_code').on(table.merchantId, table.code),
    index('plans_list').on(table.merchantId, ...newestFirst(table)),
    metadataIndex('plans_metadata', table),
  ],
)

/** Coupons. Their terms never change. */
export const coupons = pgTable(
  'coupons',
  {
    merchantId: merchantId(),
    id: idInKeyColumn(),
    name: text().notNull(),
    /** In upper case. */
    code: text(),
    status: text().$type<CouponStatus>().notNull(),
    percentOff: integer(),
    amountOffKobo: koboColumn(),
    /** Number of charges that it reduces; null for every charge. */
    charges: integer(),
    endsOn: date(),
    redemptionLimit: integer(),
    redemptions: integer().notNull().default(0),
    /** Null for every plan. */
    planIds: uuid().array(),
    archivedAt: instantColumn(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    uniqueIndex('coupons_code').on(table.merchantId, table.code).where(sql`status = 'active'`),
    index('coupons_list').on(table.merchantId, ...newestFirst(table)),
  ],
)

/** Subscriptions of payers to plans. Periods are counted from an anchor, so that the last day of a month stays the last day. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    merchantId: merchantId(),
    id: idInKeyColumn(),
    code: text().notNull(),
    /** The payer's key: anyone who has it may view and cancel the subscription and change the card. */
    accessCode: text().notNull(),
    status: text().$type<SubscriptionStatus>().notNull(),
    planId: uuid().notNull(),
    /** Plan from the next period on, if a change is scheduled. */
    nextPlanId: uuid(),
    paymentLinkId: uuid(),
    customerId: uuid().notNull(),
    customerEmail: searchColumn().notNull(),
    customerName: text(),
    savedCardId: uuid(),
    /** Mandate, if paid by direct debit; the subscription is `pending` until the bank accepts debits. */
    mandateId: uuid(),
    /** Number of units, such as seats, and the number from the next period on, if a change is scheduled. */
    quantity: integer().notNull().default(1),
    nextQuantity: integer(),
    /** Price of a period for all units, before the discount. */
    amountKobo: koboColumn().notNull(),
    /** The coupon that was applied last, with its terms; without them since a charge at the full price. */
    couponId: uuid(),
    percentOff: integer(),
    amountOffKobo: koboColumn(),
    /** Number of charges that are still reduced; null for every charge. */
    discountChargesLeft: integer(),
    /** Discount on the next period, by `calculateDiscount`. */
    discountKobo: koboColumn().notNull().default(0),
    /** Extras that each period from the next one on is charged, and their price for all units. */
    addOns: jsonb().$type<AddOn[]>().notNull().default([]),
    addOnsKobo: koboColumn().notNull().default(0),
    /** Setup fee as agreed, part of the first charge: due while `charges` is 0. */
    setupFeeKobo: koboColumn().notNull().default(0),
    chargeLimit: integer(),
    isTrial: boolean().notNull(),
    trialEndsAt: instantColumn(),
    pausedAt: instantColumn(),
    /** When a paused subscription is resumed automatically; null: by the merchant. */
    resumeAt: instantColumn(),
    /** The current period starts `step` intervals after the anchor; -1 before the first period. */
    anchorAt: instantColumn().notNull(),
    step: integer().notNull(),
    periodStartsAt: instantColumn().notNull(),
    periodEndsAt: instantColumn().notNull(),
    /** The stretch: the part of the current period at its present price, with what it cost. */
    stretchStartsAt: instantColumn().notNull(),
    stretchKobo: koboColumn().notNull(),
    /** Number of billed periods (`charges`), and of invoices of any kind. */
    charges: integer().notNull(),
    invoices: integer().notNull(),
    creditKobo: koboColumn().notNull().default(0),
    collectedKobo: koboColumn().notNull().default(0),
    /** Invoice of the current period while unpaid, or of a plan change in progress. */
    openInvoiceId: uuid(),
    /** When the scheduled job must process it next; null if it waits for a person or a processor. */
    dueAt: instantColumn(),
    /** When to send the next renewal notice (null: none), and the period end that the last notice was for. */
    noticeAt: instantColumn(),
    noticedFor: instantColumn(),
    /** Period end of the notice of a debit that the mail server has not got yet; null if it has, and without a debit. */
    unsentNoticeFor: instantColumn(),
    /** Text that the payer agreed to when subscribing, word for word. */
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
    uniqueIndex('subscriptions_access_code_key').on(table.accessCode, table.merchantId),
    unique('subscriptions_code').on(table.merchantId, table.code),
    index('subscriptions_list').on(table.merchantId, ...newestFirst(table)),
    index('subscriptions_status').on(table.merchantId, table.status, ...newestFirst(table)),
    index('subscriptions_plan').on(table.merchantId, table.planId, table.status, ...newestFirst(table)),
    index('subscriptions_coupon')
      .on(table.merchantId, table.couponId, ...newestFirst(table))
      .where(sql`coupon_id is not null`),
    index('subscriptions_customer').on(table.merchantId, table.customerId),
    index('subscriptions_email').on(table.merchantId, table.customerEmail),
    index('subscriptions_due').on(table.dueAt, table.merchantId, table.id).where(sql`due_at is not null`),
    index('subscriptions_notice').on(table.noticeAt).where(sql`notice_at is not null`),
    index('subscriptions_notice_of_merchant').on(table.merchantId, table.noticeAt).where(sql`notice_at is not null`),
    index('subscriptions_due_of_merchant').on(table.merchantId, table.dueAt).where(sql`due_at is not null`),
  ],
)

/** Invoices of a period or a plan change. One each, however many attempts are made to charge it. */
export const subscriptionInvoices = pgTable(
  'subscription_invoices',
  {
    merchantId: merchantId(),
    subscriptionId: uuid().notNull(),
    id: idInKeyColumn(),
    number: integer().notNull(),
    kind: text({ enum: ['period', 'change'] }).notNull(),
    status: text().$type<SubscriptionInvoiceStatus>().notNull(),
    planId: uuid().notNull(),
    planName: text().notNull(),
    startsAt: instantColumn().notNull(),
    endsAt: instantColumn().notNull(),
    quantity: integer().notNull().default(1),
    /** Price of a full period of the plan for all units, and the discount on it. `amountKobo` is the difference; for a change, its part for the rest of the period. */
    priceKobo: koboColumn().notNull(),
    discountKobo: koboColumn().notNull().default(0),
    /** The coupon of the discount. */
    couponId: uuid(),
    amountKobo: koboColumn().notNull(),
    /** Add-ons of the period and their price, added to `amountKobo`. An invoice of a change has the price of its period's, which was charged before. */
    addOns: jsonb().$type<AddOn[]>().notNull().default([]),
    addOnsKobo: koboColumn().notNull().default(0),
    /** Setup fee, added to `amountKobo` in the first charge. */
    setupFeeKobo: koboColumn().notNull().default(0),
    creditKobo: koboColumn().notNull(),
    /** For a change: the refunds in progress that it counted. For any invoice: the refunds of its payment that were deducted from its period. */
    countedRefunds: jsonb().$type<CountedRefund[]>().notNull().default([]),
    dueKobo: koboColumn().notNull(),
    /** Number of scheduled attempts, which the retry schedule counts. */
    attempts: integer().notNull(),
    /** The payment in progress, or the latest one. */
    paymentId: uuid(),
    /** Number of charges that the merchant requested beside the schedule, and the payment of the latest. */
    requestedAttempts: integer().notNull().default(0),
    requestedPaymentId: uuid(),
    failureCode: text().$type<FailureReason>(),
    failureMessage: text(),
    firstFailedAt: instantColumn(),
    /** Schedule of its retries since the first failure: days after it. Null for the usual days, also of older ones. */
    retryDays: integer().array(),
    nextAttemptAt: instantColumn(),
    lastChanceAt: instantColumn(),
    paidAt: instantColumn(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.subscriptionId, table.id] }),
    unique('subscription_invoices_number').on(table.merchantId, table.subscriptionId, table.number),
    // Invoices of the last months, for the recurring revenue.
    index('subscription_invoices_end').on(table.merchantId, table.endsAt),
    // What each plan has collected, from the index alone.
    index('subscription_invoices_collected')
      .on(table.merchantId, table.planId, table.dueKobo)
      .where(sql`status = 'success'`),
  ],
)
