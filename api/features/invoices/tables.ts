import type { OutsideMethod } from '@adire/contract/invoice-form-schemas.ts'
import type { InvoiceDiscount, InvoiceLine } from '@adire/contract/invoice-totals.ts'
import type { InvoiceStatus } from '@adire/contract/invoices-schemas.ts'
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
import {
  idInKeyColumn,
  instantColumn,
  koboColumn,
  metadataColumn,
  metadataIndex,
  searchColumn,
} from '../../database/columns.ts'
import { shownNumberExpression } from '../../database/invoice-number.ts'
import { newestFirst } from '../../database/keyset.ts'
import { merchants } from '../merchants/tables.ts'

const merchantId = () => uuid().notNull()

/** SQL by which invoice numbers are compared: `inv-1` and `INV-1` are the same number. */
export const comparedNumberExpression = `lower(${shownNumberExpression}) collate "C"`

export const invoices = pgTable(
  'invoices',
  {
    merchantId: merchantId().references(() => merchants.id),
    id: idInKeyColumn(),
    /** Number of the counter. Null for a number that the merchant chose. */
    number: integer(),
    /** Number as shown, if it is not `INV-` and the counter's number. */
    numberText: text(),
    /** Slug of the hosted page: anyone who has it may read and pay the invoice. */
    reference: text().notNull(),
    status: text().$type<InvoiceStatus>().notNull(),
    customerId: uuid().notNull(),
    /** Copied at creation: an invoice does not change with its customer. */
    customerEmail: searchColumn().notNull(),
    customerName: text(),
    lines: jsonb().$type<InvoiceLine[]>().notNull(),
    discount: jsonb().$type<InvoiceDiscount>(),
    taxBasisPoints: integer().notNull(),
    subtotalKobo: koboColumn().notNull(),
    discountKobo: koboColumn().notNull(),
    taxKobo: koboColumn().notNull(),
    totalKobo: koboColumn().notNull(),
    /** Can exceed the total if two payers paid at the same time. */
    paidKobo: koboColumn().notNull().default(0),
    refundedKobo: koboColumn().notNull().default(0),
    dueOn: date({ mode: 'string' }).notNull(),
    note: text(),
    partPayment: boolean().notNull(),
    /** Split of the invoice's payments. */
    splitId: uuid(),
    feeBearer: text({ enum: ['merchant', 'customer'] }).notNull(),
    reminderDays: smallint().array().notNull(),
    metadata: metadataColumn(),
    /** When the next reminder is sent or the invoice becomes overdue. */
    nextAt: instantColumn(),
    createdAt: instantColumn().notNull(),
    /** First sent at (`sentAt`) and last sent at (`mailedAt`). */
    sentAt: instantColumn(),
    mailedAt: instantColumn(),
    remindedAt: instantColumn(),
    paidAt: instantColumn(),
    refundedAt: instantColumn(),
    /** A deleted invoice is kept for its payments and number, and is not listed. */
    deletedAt: instantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    uniqueIndex('invoices_reference_key').on(table.reference, table.merchantId),
    uniqueIndex('invoices_number_shown').on(table.merchantId, sql.raw(comparedNumberExpression)),
    index('invoices_number').on(table.merchantId, table.number),
    index('invoices_list').on(table.merchantId, ...newestFirst(table)),
    index('invoices_status').on(table.merchantId, table.status, ...newestFirst(table)),
    index('invoices_total').on(table.merchantId, table.totalKobo, table.id),
    index('invoices_due_on').on(table.merchantId, table.dueOn, table.id),
    index('invoices_customer').on(table.merchantId, table.customerId, ...newestFirst(table)),
    index('invoices_email').on(table.merchantId, table.customerEmail),
    index('invoices_name').on(table.merchantId, sql`lower(customer_name) collate "C"`),
    metadataIndex('invoices_metadata', table),
    index('invoices_due').on(table.nextAt).where(sql`next_at is not null`),
  ],
)

/** Automatic numbers of each merchant. Locked while a number is assigned or chosen, so that none is assigned twice or left out. */
export const invoiceCounters = pgTable('invoice_counters', {
  merchantId: uuid()
    .primaryKey()
    .references(() => merchants.id),
  last: integer().notNull(),
  prefix: text().notNull().default('INV-'),
})

/** Payments of an invoice, online or recorded by the merchant. */
export const invoicePayments = pgTable(
  'invoice_payments',
  {
    merchantId: merchantId(),
    invoiceId: uuid().notNull(),
    id: idInKeyColumn(),
    /** The online payment; null if the merchant recorded it. */
    paymentId: uuid(),
    method: text().$type<OutsideMethod | 'online'>().notNull(),
    amountKobo: koboColumn().notNull(),
    refundedKobo: koboColumn().notNull().default(0),
    paidOn: date({ mode: 'string' }).notNull(),
    note: text(),
    recordedBy: text(),
    at: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.invoiceId, table.id] }),
    unique('invoice_payments_payment').on(table.merchantId, table.paymentId),
  ],
)
