import type { PromotionKind } from '@adire/contract/promotion.ts'
import { pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../database/columns.ts'
import { merchants } from '../merchants/tables.ts'

/** Objects of live businesses that were copied from Test Mode, so that the next copy updates them. */
export const promotedObjects = pgTable(
  'promoted_objects',
  {
    /** The live business. */
    merchantId: uuid()
      .notNull()
      .references(() => merchants.id),
    kind: text().$type<PromotionKind>().notNull(),
    testId: uuid().notNull(),
    liveId: uuid().notNull(),
    /** Fingerprints of both objects after the last copy: they show which of them has changed since. */
    testFingerprint: text().notNull(),
    liveFingerprint: text().notNull(),
    promotedAt: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.kind, table.testId] }),
    unique('promoted_objects_live').on(table.merchantId, table.kind, table.liveId),
  ],
)
