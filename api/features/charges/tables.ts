import type { Charge } from '@adire/contract/charges-schemas.ts'
import type { FeeBearer } from '@adire/contract/fields.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import {
  idInKeyColumn,
  instantColumn,
  koboColumn,
  metadataColumn,
  metadataIndex,
  searchColumn,
} from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'

/** Requests for one amount from one payer. The status is derived from the charge's payments. */
export const charges = pgTable(
  'charges',
  {
    merchantId: uuid().notNull(),
    id: idInKeyColumn(),
    /** The merchant's reference, or a generated one. */
    reference: searchColumn().notNull(),
    /** Hash of the creation request, to recognise a repeated one. */
    requestHash: text().notNull(),
    /** Slug of the hosted page. */
    accessCode: text().notNull(),
    amountKobo: koboColumn().notNull(),
    feeBearer: text().$type<FeeBearer>().notNull(),
    email: searchColumn().notNull(),
    name: text(),
    /** In E.164 format. */
    phone: text(),
    description: text(),
    callbackUrl: text(),
    /** Split of the charge's payments. */
    splitId: uuid(),
    /** Whether a card that pays it is saved. */
    saveCard: boolean().notNull().default(false),
    channels: jsonb().$type<Charge['channels']>().notNull(),
    metadata: metadataColumn(),
    createdAt: instantColumn().notNull(),
    expiresAt: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    uniqueIndex('charges_access_code_key').on(table.accessCode, table.merchantId),
    unique('charges_reference').on(table.merchantId, table.reference),
    // For case-insensitive search.
    index('charges_search').on(table.merchantId, sql`lower(${table.reference})`),
    index('charges_list').on(table.merchantId, ...newestFirst(table)),
    metadataIndex('charges_metadata', table),
    index('charges_email').on(table.merchantId, table.email, ...newestFirst(table)),
  ],
)
