import type { Channel } from '@adire/contract/channels/channels.ts'
import type { CheckoutStep } from '@adire/contract/checkout-schemas.ts'
import type { CustomFieldValue } from '@adire/contract/custom-fields-schemas.ts'
import type { FeeBearer } from '@adire/contract/fields.ts'
import { paidStatuses } from '@adire/contract/payments.ts'
import type { PaymentStatus } from '@adire/contract/payments-schemas.ts'
import type { SplitTerms } from '@adire/contract/split-shares.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  type ExtraConfigColumn,
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
import type { ReturnReason } from '../../connectors/instructions.ts'
import type { Processor } from '../../connectors/processors.ts'
import { idInKeyColumn, instantColumn, koboColumn, searchColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'
import type { OwnPrices } from '../prices/own-prices.ts'
import type { ChannelDetails } from './channels/channels.ts'

/** Paid statuses as an SQL list. */
export const paidList = `(${paidStatuses.map((status) => `'${status}'`).join(', ')})`

const merchantId = () => uuid().notNull()
const status = () => text().$type<PaymentStatus>().notNull()

type AddedUp = 'status' | 'channel' | 'feeKobo' | 'vatKobo' | 'netKobo' | 'refundedKobo' | 'isCardCheck'
const addedUp = (table: Record<AddedUp, ExtraConfigColumn>) =>
  [
    table.status,
    table.channel,
    table.feeKobo,
    table.vatKobo,
    table.netKobo,
    table.refundedKobo,
    table.isCardCheck,
  ] as const

/**
 * One attempt to pay. A declined card and the transfer after it are two payments of one checkout.
 * No foreign keys: for a busy merchant their checks would make every payment touch the same few rows.
 */
export const payments = pgTable(
  'payments',
  {
    merchantId: merchantId(),
    id: idInKeyColumn(),
    reference: searchColumn().notNull(),
    /** Secret that gives the payer access to this payment. */
    accessCode: text().notNull(),
    checkoutId: uuid(),
    paymentLinkId: uuid(),
    /** Invoice that it pays, if any. */
    invoiceId: uuid(),
    /** Charge that it is an attempt of, if the merchant's server created one. */
    chargeId: uuid(),
    /** Mandate that it was debited by. */
    mandateId: uuid(),
    /** Plan that the payer subscribes to with this payment; the subscription and its invoice once they exist. */
    planId: uuid(),
    subscriptionId: uuid(),
    subscriptionInvoiceId: uuid(),
    /** Coupon of a payer who subscribes with this payment, and its discount on the first period, unless that is a trial. */
    couponId: uuid(),
    discountKobo: koboColumn(),
    /** Setup fee that a payer who subscribes with this payment agreed to. Part of the amount, unless that only checks the card. */
    setupFeeKobo: koboColumn().notNull().default(0),
    /** Price of a period of that plan, as the payer agreed to it. */
    planAmountKobo: koboColumn(),
    /** Whether the coupon counts this payment as a redemption, from the moment that money is about to be sent. */
    isCouponRedeemed: boolean().notNull().default(false),
    /** Saved card: charged in the holder's absence, or saved by this payment (`savesCard`). */
    savedCardId: uuid(),
    /** Whether the payer lets the business save the card by paying, to charge it later. */
    savesCard: boolean().notNull().default(false),
    /** Card check: only tests whether a card can be saved. It is free, refunded at once, and not a sale. */
    isCardCheck: boolean().notNull().default(false),
    status: status(),
    /** Next step of the checkout while the payment is pending. */
    step: text().$type<CheckoutStep>().notNull(),
    attemptsLeft: smallint(),
    openUrl: text(),
    channel: text().$type<Channel>(),
    /** Units that the payer chose on the page of a link; `priceKobo` is the price of all. */
    quantity: integer().notNull().default(1),
    priceKobo: koboColumn().notNull(),
    amountKobo: koboColumn().notNull(),
    /** Fee, VAT and net are 0 until the payment succeeds: attempts are free. */
    feeKobo: koboColumn().notNull().default(0),
    vatKobo: koboColumn().notNull().default(0),
    netKobo: koboColumn().notNull().default(0),
    /** Part of the net that went to split recipients. */
    sharedKobo: koboColumn().notNull().default(0),
    /** Split terms as of the start of the payment, and the split they come from. */
    split: jsonb().$type<SplitTerms>(),
    splitId: uuid(),
    /** Total returned to the payer, by refunds and disputes. */
    refundedKobo: koboColumn().notNull().default(0),
    feeBearer: text().$type<FeeBearer>().notNull(),
    /** Prices of the business as of the start of the payment, where they differ from the published ones. */
    prices: jsonb().$type<OwnPrices>(),
    customerId: uuid(),
    customerEmail: searchColumn().notNull(),
    customerName: text(),
    /** E.164; only if the page asked for it. */
    customerPhone: text(),
    /** What is stored of the channels, by channel (`channels/`). */
    channelDetails: jsonb().$type<ChannelDetails>().notNull().default({}),
    /** Last four digits of the card, outside the details because a search needs an index. */
    cardLast4: text(),
    /** Amount and reason of the last transfer returned to its sender. */
    returnedKobo: koboColumn(),
    returnedFor: text().$type<ReturnReason>(),
    /** Processor that the payment was sent to, and its reference there. Null until it is sent. */
    processor: text().$type<Processor>(),
    processorReference: text(),
    /** The processor's charge that paid it: a payment may have several. Null where its reference is the only one, and of older payments. */
    paidCharge: text(),
    failureCode: text(),
    failureMessage: text(),
    ipAddress: text(),
    /** Custom fields with the payer's values. */
    metadata: jsonb().$type<CustomFieldValue[]>(),
    /** Note of the merchant. */
    note: text(),
    createdAt: instantColumn().notNull(),
    expiresAt: instantColumn().notNull(),
    paidAt: instantColumn(),
    /** Next check: to query the processor, or to abandon the payment. Null once it has ended. */
    checkAt: instantColumn(),
    checks: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    unique('payments_reference').on(table.merchantId, table.reference),
    index('payments_list').on(table.merchantId, ...newestFirst(table)),
    // With the channel at its end, the index can serve both filters, for counting and paging, without reading rows. The card
    // check flag does the same for filters that exclude card checks.
    index('payments_status').on(
      table.merchantId,
      table.status,
      ...newestFirst(table),
      table.channel,
      table.isCardCheck,
    ),
    // Likewise with the status at its end.
    index('payments_channel').on(table.merchantId, table.channel, ...newestFirst(table), table.status),
    // A search by one of these three may match many rows, scattered over all pages: the index contains the summed columns.
    index('payments_email').on(
      table.merchantId,
      table.customerEmail,
      ...newestFirst(table),
      table.amountKobo,
      ...addedUp(table),
    ),
    index('payments_amount').on(table.merchantId, table.amountKobo, ...newestFirst(table), ...addedUp(table)),
    // Payments by the day on which they were paid, summed from the index alone (reports).
    index('payments_paid')
      .on(
        table.merchantId,
        table.paidAt,
        table.isCardCheck,
        table.amountKobo,
        table.feeKobo,
        table.vatKobo,
        table.sharedKobo,
      )
      .where(sql`paid_at is not null`),
    // Live payments by the time at which they were paid, over all businesses (reconciliation).
    index('payments_live_paid')
      .on(table.processor, table.paidAt)
      .where(sql`processor <> 'sandbox' and paid_at is not null`),
    index('payments_last4')
      .on(table.merchantId, table.cardLast4, ...newestFirst(table))
      .where(sql`card_last4 is not null`),
    index('payments_link')
      .on(table.merchantId, table.paymentLinkId, ...newestFirst(table), table.amountKobo, ...addedUp(table))
      .where(sql`payment_link_id is not null`),
    index('payments_mandate')
      .on(table.merchantId, table.mandateId, ...newestFirst(table))
      .where(sql`mandate_id is not null`),
    index('payments_subscription')
      .on(table.merchantId, table.subscriptionId, ...newestFirst(table))
      .where(sql`subscription_id is not null`),
    index('payments_card_check')
      .on(table.merchantId, ...newestFirst(table))
      .where(sql`is_card_check`),
    index('payments_charge').on(table.merchantId, table.chargeId).where(sql`charge_id is not null`),
    index('payments_split').on(table.merchantId, table.splitId).where(sql`split_id is not null`),
    index('payments_checkout').on(table.merchantId, table.checkoutId).where(sql`checkout_id is not null`),
    uniqueIndex('payments_access_code_key').on(table.accessCode, table.merchantId),
    uniqueIndex('payments_processor_reference_key')
      .on(table.processorReference, table.merchantId)
      .where(sql`processor_reference is not null`),
    check('payments_channel_details', sql`jsonb_typeof(channel_details) = 'object'`),
    // For the back office, over all businesses.
    index('payments_transfer_account')
      .on(sql`(channel_details #>> '{bank_transfer,accountNumber}')`)
      .where(sql`channel_details ? 'bank_transfer'`),
    index('payments_returned').on(table.createdAt).where(sql`returned_kobo is not null`),
    index('payments_due').on(table.checkAt).where(sql`check_at is not null`),
  ],
)

/** Number of payments and their sums. */
const sums = {
  count: bigint({ mode: 'number' }).notNull(),
  amountKobo: koboColumn().notNull(),
  feeKobo: koboColumn().notNull(),
  vatKobo: koboColumn().notNull(),
  netKobo: koboColumn().notNull(),
  refundedKobo: koboColumn().notNull(),
}
/** Lagos day on which the payment was started, so that a total and the list behind it agree. */
const day = () => date({ mode: 'string' }).notNull()
const channel = () => text().$type<Channel | 'none'>().notNull()
/** Card checks are counted under their own status and are in no sum of sales. */
const countedStatus = () => text().$type<PaymentStatus | 'card_check'>().notNull()

/** Changes to the stats that are not rolled up yet: minus one for a payment's old state, plus one for its new state. */
export const paymentStatDeltas = pgTable(
  'payment_stat_deltas',
  {
    merchantId: merchantId(),
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    day: day(),
    status: countedStatus(),
    channel: channel(),
    ...sums,
    paymentLinkId: uuid(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    // In the order in which they were written: neighbours on disk are rolled up together.
    index('payment_stat_deltas_id').on(table.id),
  ],
)

/**
 * Stats per day. Like the two tables below, exact at any time together with the deltas that are not rolled up yet. The index of the key
 * also contains the sums (migration 96, decision 109), which Drizzle cannot express: each row of a business is on a page of its own.
 */
export const paymentDays = pgTable(
  'payment_days',
  { merchantId: merchantId(), day: day(), status: countedStatus(), channel: channel(), ...sums },
  (table) => [primaryKey({ columns: [table.merchantId, table.day, table.status, table.channel] })],
)

/** Stats per day over all channels: a fifth of the rows, for queries without a channel. The index of the key contains the sums, too. */
export const paymentDayTotals = pgTable(
  'payment_day_totals',
  { merchantId: merchantId(), day: day(), status: countedStatus(), ...sums },
  (table) => [primaryKey({ columns: [table.merchantId, table.day, table.status] })],
)

/** Stats per payment link, over all days. */
export const paymentLinkTotals = pgTable(
  'payment_link_totals',
  { merchantId: merchantId(), paymentLinkId: uuid().notNull(), status: countedStatus(), channel: channel(), ...sums },
  (table) => [
    primaryKey({
      name: 'payment_link_totals_pk',
      columns: [table.merchantId, table.paymentLinkId, table.status, table.channel],
    }),
  ],
)
