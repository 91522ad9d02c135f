import type { AfterFailure, Interval } from '@adire/contract/plan-fields.ts'
import type { PlanStatus } from '@adire/contract/plans.ts'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instantColumn, koboColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'
import { merchants } from '../merchants/tables.ts'

/** Subscription plans. */
export const plans = pgTable(
  'plans',
  {
    merchantId: uuid()
      .notNull()
      .references(() => merchants.id),
    id: uuid().notNull().default(sql`uuidv7()`),
    code: text().notNull(),
    name: text().notNull(),
    description: text(),
    status: text().$type<PlanStatus>().notNull(),
    /** Price for new subscribers; each subscription stores its own price. */
    amountKobo: koboColumn().notNull(),
    interval: text().$type<Interval>().notNull(),
    chargeLimit: integer(),
    trialDays: integer().notNull(),
    afterFailure: text().$type<AfterFailure>().notNull(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    unique('plans_code').on(table.merchantId, table.code),
    index('plans_list').on(table.merchantId, ...newestFirst(table)),
  ],
)
