import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instantColumn, koboColumn } from '../../database/columns.ts'
import { merchants } from '../merchants/tables.ts'

/** Restrictions of a business in one mode, set by the provider. A business without a row has none. */
export const businessRestrictions = pgTable('business_restrictions', {
  merchantId: uuid()
    .primaryKey()
    .references(() => merchants.id),
  /** Reason for which the business takes no payments; the business reads it. Null: it takes payments. */
  paymentsFrozenFor: text(),
  paymentsFrozenAt: instantColumn(),
  paymentsFrozenBy: text(),
  /** Most that one payment may amount to. Null: the general limits. */
  maxPaymentKobo: koboColumn(),
  /** Most that the payments started on one Lagos day may amount to, without failed and abandoned ones. Null: no limit. */
  maxDayKobo: koboColumn(),
})
