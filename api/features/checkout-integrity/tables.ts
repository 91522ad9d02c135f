import { date, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../database/columns.ts'

/** Daily checks of the checkout that payers get. */
export const checkoutChecks = pgTable('checkout_checks', {
  /** Lagos day. */
  day: date({ mode: 'string' }).primaryKey(),
  /** `suspected`: it differed, and is checked again after an hour. */
  status: text({ enum: ['unchanged', 'suspected', 'changed'] }).notNull(),
  /** What differed from the inventory, as sentences. */
  differences: jsonb().$type<string[]>().notNull(),
  checkedAt: instantColumn().notNull(),
})
