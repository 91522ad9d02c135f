import type { Channel } from '@adire/contract/channels/channels.ts'
import { sql } from 'drizzle-orm'
import { check, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { Processor } from '../../connectors/processors.ts'
import { idColumn, instantColumn } from '../../database/columns.ts'
import { merchants } from '../merchants/tables.ts'

/** Orders of the processors of live payments that an operator has set. Null: for all businesses, channels or banks. */
export const processorOrders = pgTable(
  'processor_orders',
  {
    id: idColumn(),
    /** The live business. */
    merchantId: uuid().references(() => merchants.id),
    channel: text().$type<Channel>(),
    bankCode: text(),
    /** Called first, in this order. */
    processors: text().array().$type<Processor[]>().notNull(),
    createdAt: instantColumn().notNull(),
    /** Name of the operator. */
    createdBy: text().notNull(),
  },
  (table) => [
    unique('processor_orders_scope').on(table.merchantId, table.channel, table.bankCode).nullsNotDistinct(),
    check('processor_orders_bank', sql`bank_code is null or channel is not null`),
    check('processor_orders_some', sql`cardinality(processors) > 0`),
  ],
)
