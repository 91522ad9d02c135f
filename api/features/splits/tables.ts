import type { SplitBearer, SplitTerms, SplitType } from '@adire/contract/split-shares.ts'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { idInKeyColumn, instantColumn, koboColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'

const merchantId = () => uuid().notNull()
const status = () =>
  text({ enum: ['active', 'archived'] })
    .notNull()
    .default('active')

/**
 * Split recipient: a person or business that a merchant shares payments with. Its ledger accounts use its id, as a merchant's use
 * the merchant id.
 */
export const splitRecipients = pgTable(
  'split_recipients',
  {
    id: idInKeyColumn(),
    merchantId: merchantId(),
    name: text().notNull(),
    status: status(),
    bankId: integer().notNull(),
    accountNumber: text().notNull(),
    accountName: text().notNull(),
    /**
     * Requested new account. It takes effect at `pendingFrom`, on the merchant's business clock. Either all four are set, or
     * none.
     */
    pendingBankId: integer(),
    pendingAccountNumber: text(),
    pendingAccountName: text(),
    pendingFrom: instantColumn(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.merchantId] }),
    index('split_recipients_list').on(table.merchantId, table.name, table.id),
    index('split_recipients_pending').on(table.pendingFrom).where(sql`pending_from is not null`),
  ],
)

/** Splits: how payments are divided. */
export const splits = pgTable(
  'splits',
  {
    merchantId: merchantId(),
    id: idInKeyColumn(),
    code: text().notNull(),
    name: text().notNull(),
    status: status(),
    type: text().$type<SplitType>().notNull(),
    feeBearer: text().$type<SplitBearer>().notNull(),
    bearerPartyId: uuid(),
    shares: jsonb().$type<SplitTerms['shares']>().notNull(),
    /** Time of the first payment that used it; from then on its type is locked. */
    firstUsedAt: instantColumn(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    uniqueIndex('splits_code_key').on(table.code, table.merchantId),
    index('splits_list').on(table.merchantId, table.status, ...newestFirst(table)),
  ],
)

/** Each owner's share of a payment. `ownerId` is a recipient's id, or the merchant's own. Never changed. */
export const paymentShares = pgTable(
  'payment_shares',
  {
    merchantId: merchantId(),
    paymentId: uuid().notNull(),
    ownerId: uuid().notNull(),
    splitId: uuid().notNull(),
    /** 0 for the merchant's own share, then the recipients in order. */
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

/** Each owner's part of a refund or dispute: the part, and what was taken from the owner for it. */
export const shareReturns = pgTable(
  'share_returns',
  {
    merchantId: merchantId(),
    /** Id of the refund or the dispute. */
    sourceId: uuid().notNull(),
    ownerId: uuid().notNull(),
    paymentId: uuid().notNull(),
    partKobo: koboColumn().notNull(),
    fromPendingKobo: koboColumn().notNull().default(0),
    fromAvailableKobo: koboColumn().notNull().default(0),
    /** Amount the merchant paid for a recipient whose balance was too low; the recipient owes it. */
    advancedKobo: koboColumn().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.sourceId, table.ownerId] }),
    index('share_returns_payment').on(table.merchantId, table.paymentId),
  ],
)
