import type { SplitBearer, SplitTerms, SplitType } from '@adire/contract/split-shares.ts'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { idColumn, instantColumn, koboColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'

const merchantId = () => uuid().notNull()
const status = () =>
  text({ enum: ['active', 'archived'] })
    .notNull()
    .default('active')

/** Somebody a business shares payments with. Its accounts of the ledger are named by its id, as a business's are by its own. */
export const splitRecipients = pgTable(
  'split_recipients',
  {
    // Alone unique: the ledger, settlements and the operator know a party by it.
    id: idColumn(),
    merchantId: merchantId(),
    name: text().notNull(),
    status: status(),
    bankId: integer().notNull(),
    accountNumber: text().notNull(),
    accountName: text().notNull(),
    /** Another account that was asked for; it takes effect at `pendingFrom`, by the clock of the business. All four, or none. */
    pendingBankId: integer(),
    pendingAccountNumber: text(),
    pendingAccountName: text(),
    pendingFrom: instantColumn(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [
    index('split_recipients_list').on(table.merchantId, table.name, table.id),
    index('split_recipients_pending').on(table.pendingFrom).where(sql`pending_from is not null`),
  ],
)

/** How payments are shared. */
export const splits = pgTable(
  'splits',
  {
    merchantId: merchantId(),
    id: uuid().notNull().default(sql`uuidv7()`),
    code: text().notNull().unique(),
    name: text().notNull(),
    status: status(),
    type: text().$type<SplitType>().notNull(),
    feeBearer: text().$type<SplitBearer>().notNull(),
    bearerPartyId: uuid(),
    shares: jsonb().$type<SplitTerms['shares']>().notNull(),
    /** When the first payment was shared by it: from then on its type stays. */
    firstUsedAt: instantColumn(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index('splits_list').on(table.merchantId, table.status, ...newestFirst(table)),
  ],
)

/** What everyone got of a payment, the business too: `ownerId` is a party's or the business's own. Never changed. */
export const paymentShares = pgTable(
  'payment_shares',
  {
    merchantId: merchantId(),
    paymentId: uuid().notNull(),
    ownerId: uuid().notNull(),
    splitId: uuid().notNull(),
    /** The business stands first. */
    position: integer().notNull(),
    grossKobo: koboColumn().notNull(),
    chargeKobo: koboColumn().notNull(),
    netKobo: koboColumn().notNull(),
    at: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.paymentId, table.ownerId] }),
    index('payment_shares_split').on(
      table.merchantId,
      table.splitId,
      table.at.desc().nullsFirst(),
      table.paymentId.desc().nullsFirst(),
    ),
    index('payment_shares_owner').on(
      table.merchantId,
      table.ownerId,
      table.at.desc().nullsFirst(),
      table.paymentId.desc().nullsFirst(),
    ),
    index('payment_shares_nothing').on(table.merchantId, table.ownerId, table.at).where(sql`net_kobo = 0`),
  ],
)

/** What everyone gives back of a payment, for one refund or dispute: its part, and what of that was taken from it. */
export const shareReturns = pgTable(
  'share_returns',
  {
    merchantId: merchantId(),
    /** The refund or the dispute. */
    sourceId: uuid().notNull(),
    ownerId: uuid().notNull(),
    paymentId: uuid().notNull(),
    partKobo: koboColumn().notNull(),
    fromPendingKobo: koboColumn().notNull().default(0),
    fromAvailableKobo: koboColumn().notNull().default(0),
    /** What the business gave for a party that had too little: it is owed that. */
    advancedKobo: koboColumn().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.sourceId, table.ownerId] }),
    index('share_returns_payment').on(table.merchantId, table.paymentId),
  ],
)
