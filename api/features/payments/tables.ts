import type { CheckoutStep } from '@adire/contract/checkout.ts'
import type { CustomFieldValue } from '@adire/contract/custom-fields.ts'
import type { FeeBearer } from '@adire/contract/fields.ts'
import { type Channel, type PaymentStatus, paidStatuses } from '@adire/contract/payments.ts'
import type { SplitTerms } from '@adire/contract/split-shares.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
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
import type { ReturnReason } from '../../connectors/connector.ts'
import { instantColumn, koboColumn, searchColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'

/** The statuses of what was paid, as SQL lists them. */
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
 * One try at paying. A declined card and the transfer after it are two payments of one checkout.
 * No foreign keys: at a busy merchant their checks would make every payment touch the same few rows.
 */
export const payments = pgTable(
  'payments',
  {
    merchantId: merchantId(),
    id: uuid().notNull().default(sql`uuidv7()`),
    reference: searchColumn().notNull(),
    /** The payer's key to this payment. */
    accessCode: text().notNull().unique(),
    checkoutId: uuid(),
    paymentLinkId: uuid(),
    /** What it is paid towards, where it is an invoice. */
    invoiceId: uuid(),
    /** The charge it is a try at, where the business's server asked for it. */
    chargeId: uuid(),
    /** The mandate it was debited by. */
    mandateId: uuid(),
    /** The plan that is subscribed to with it; the subscription and its invoice, once there are. */
    planId: uuid(),
    subscriptionId: uuid(),
    subscriptionInvoiceId: uuid(),
    /** The card that was charged while its holder was away. */
    savedCardId: uuid(),
    /** Only finds out whether a card can be saved: it costs nobody anything, is given back at once, and is no sale. */
    isCardCheck: boolean().notNull().default(false),
    status: status(),
    /** What the checkout asks next, while the payment is pending. */
    step: text().$type<CheckoutStep>().notNull(),
    attemptsLeft: smallint(),
    openUrl: text(),
    channel: text().$type<Channel>(),
    priceKobo: koboColumn().notNull(),
    amountKobo: koboColumn().notNull(),
    /** Fee, VAT and net are 0 until the payment succeeds: nothing is charged for a try. */
    feeKobo: koboColumn().notNull().default(0),
    vatKobo: koboColumn().notNull().default(0),
    netKobo: koboColumn().notNull().default(0),
    /** What of the net went to parties it is shared with. */
    sharedKobo: koboColumn().notNull().default(0),
    /** How it is shared: the terms as they were when it began, and by which split. */
    split: jsonb().$type<SplitTerms>(),
    splitId: uuid(),
    /** What the payer has got back, by refunds and by disputes. */
    refundedKobo: koboColumn().notNull().default(0),
    feeBearer: text().$type<FeeBearer>().notNull(),
    customerId: uuid(),
    customerEmail: searchColumn().notNull(),
    customerName: text(),
    /** E.164; where the page asked for it. */
    customerPhone: text(),
    cardBrand: text(),
    cardBin: text(),
    cardLast4: text(),
    cardExpiryMonth: smallint(),
    cardExpiryYear: smallint(),
    cardBank: text(),
    transferBank: text(),
    transferAccountNumber: text(),
    transferAccountName: text(),
    transferExpiresAt: instantColumn(),
    senderName: text(),
    /** The bank that was paid from: of the transfer, of the code that was dialled, of the account that was debited. */
    senderBank: text(),
    /** The last four digits of the account that was debited. */
    senderAccount: text(),
    /** What the payer was given to dial, or what the picture to scan holds. */
    offlineCode: text(),
    offlineExpiresAt: instantColumn(),
    /** The last transfer that went back to its sender, and why. */
    returnedKobo: koboColumn(),
    returnedFor: text().$type<ReturnReason>(),
    processorReference: text(),
    failureCode: text(),
    failureMessage: text(),
    ipAddress: text(),
    /** What the payer was asked and answered. */
    metadata: jsonb().$type<CustomFieldValue[]>(),
    /** The business's own words about it. */
    note: text(),
    createdAt: instantColumn().notNull(),
    expiresAt: instantColumn().notNull(),
    paidAt: instantColumn(),
    /** When to look at it again: to ask the processor, or to give it up. Null once it has ended. */
    checkAt: instantColumn(),
    checks: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    unique('payments_reference').on(table.merchantId, table.reference),
    index('payments_list').on(table.merchantId, ...newestFirst(table)),
    // The channel at its end answers both filters at once, counted or paged, without a look at the rows. So does what leaves
    // checks of cards out.
    index('payments_status').on(
      table.merchantId,
      table.status,
      ...newestFirst(table),
      table.channel,
      table.isCardCheck,
    ),
    // Likewise the status at the end of these.
    index('payments_channel').on(table.merchantId, table.channel, ...newestFirst(table), table.status),
    // What is found by one of these three may be much, and scattered over all pages: what is added up of it stands in the index.
    index('payments_email').on(
      table.merchantId,
      table.customerEmail,
      ...newestFirst(table),
      table.amountKobo,
      ...addedUp(table),
    ),
    index('payments_amount').on(table.merchantId, table.amountKobo, ...newestFirst(table), ...addedUp(table)),
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
    uniqueIndex('payments_processor_reference')
      .on(table.processorReference)
      .where(sql`processor_reference is not null`),
    index('payments_due').on(table.checkAt).where(sql`check_at is not null`),
  ],
)

/** What happened to a payment, in sentences. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    merchantId: merchantId(),
    paymentId: uuid().notNull(),
    id: uuid().notNull().default(sql`uuidv7()`),
    at: instantColumn().notNull(),
    kind: text().notNull(),
    text: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.paymentId, table.id] })],
)

/** Of how many payments, and what they come to. */
const sums = {
  count: bigint({ mode: 'number' }).notNull(),
  amountKobo: koboColumn().notNull(),
  feeKobo: koboColumn().notNull(),
  vatKobo: koboColumn().notNull(),
  netKobo: koboColumn().notNull(),
  refundedKobo: koboColumn().notNull(),
}
/** The Lagos day on which the payment was started, so that a figure and the list behind it agree. */
const day = () => date({ mode: 'string' }).notNull()
const channel = () => text().$type<Channel | 'none'>().notNull()
/** A check of a card is counted under a status of its own, whatever its status is: it is in no sum of sales. */
const countedStatus = () => text().$type<PaymentStatus | 'card_check'>().notNull()

/** Changes to the figures not yet folded in: one less where a payment stood, one more where it stands. */
export const paymentStatDeltas = pgTable(
  'payment_stat_deltas',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    merchantId: merchantId(),
    day: day(),
    status: countedStatus(),
    channel: channel(),
    ...sums,
    paymentLinkId: uuid(),
  },
  (table) => [index('payment_stat_deltas_day').on(table.merchantId, table.day)],
)

/** The figures of each day. With the facts not yet folded they are exact at any time, as are the two below. */
export const paymentDays = pgTable(
  'payment_days',
  { merchantId: merchantId(), day: day(), status: countedStatus(), channel: channel(), ...sums },
  (table) => [primaryKey({ columns: [table.merchantId, table.day, table.status, table.channel] })],
)

/** The same of all channels together: a fifth of the rows, for whoever does not ask by channel. */
export const paymentDayTotals = pgTable(
  'payment_day_totals',
  { merchantId: merchantId(), day: day(), status: countedStatus(), ...sums },
  (table) => [primaryKey({ columns: [table.merchantId, table.day, table.status] })],
)

/** The figures of each payment link, of all days. */
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
