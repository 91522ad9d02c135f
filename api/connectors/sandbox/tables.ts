import type { Channel } from '@adire/contract/channels/channels.ts'
import { integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { instantColumn, koboColumn } from '../../database/columns.ts'

/**
 * Tables of the sandbox processor. It simulates a separate company, so nothing else reads them.
 * Of a card they contain its script name and last four digits; never number, CVV, PIN or one-time password.
 */
export const sandboxCharges = pgTable('sandbox_charges', {
  /** Our reference of the payment. The sandbox accepts money for it once, by any channel. */
  reference: text().primaryKey(),
  amountKobo: koboColumn().notNull(),
  status: text({ enum: ['open', 'pending', 'success', 'failed', 'closed'] }).notNull(),
  /** Script name of the test card or account. */
  card: text(),
  last4: text(),
  challenge: text({ enum: ['pin', 'otp', 'phone', 'birthday', 'bank_page'] }),
  attemptsLeft: smallint(),
  /** Decline reason, as in `responseCodes`. */
  declined: text(),
  /** Last path segment of the bank page's URL. */
  pageToken: text().unique(),
  accountNumber: text().unique(),
  accountExpiresAt: instantColumn(),
  /** Reference of the code at the sandbox's bank, its channel, and until when it is valid. */
  offlineRef: text().unique(),
  offlineChannel: text('offline_by').$type<Channel>(),
  offlineExpiresAt: instantColumn(),
  paidBy: text().$type<Channel>(),
  chargedAt: instantColumn(),
  /** Token of the saved card, if it was to be saved. */
  token: text(),
})

/** Saved cards that the sandbox can charge in the holder's absence. */
export const sandboxTokens = pgTable('sandbox_tokens', {
  token: text().primaryKey(),
  card: text().notNull(),
  last4: text().notNull(),
  goodUntil: instantColumn().notNull(),
  /** Scripted outcome of the next charge; null: as the card decides. */
  nextOutcome: text(),
})

/** Refunds requested from the sandbox, by our reference. */
export const sandboxRefunds = pgTable('sandbox_refunds', {
  reference: text().primaryKey(),
  chargeReference: text().notNull(),
  amountKobo: koboColumn().notNull(),
  status: text({ enum: ['processed', 'failed', 'needs_account'] }).notNull(),
})

/** Outgoing transfers requested from the sandbox, by our reference. */
export const sandboxTransfers = pgTable('sandbox_transfers', {
  reference: text().primaryKey(),
  amountKobo: koboColumn().notNull(),
  bankCode: text().notNull(),
  accountNumber: text().notNull(),
  narration: text().notNull(),
  status: text({ enum: ['pending', 'paid', 'returned'] }).notNull(),
  message: text(),
  bankReference: text().notNull(),
})

/** Mandates requested from the sandbox's bank, by our reference. The test account is stored as its script name. */
export const sandboxMandates = pgTable('sandbox_mandates', {
  reference: text().primaryKey(),
  script: text().notNull(),
  status: text({ enum: ['awaits_transfer', 'awaits_bank', 'active', 'suspended', 'rejected', 'closed'] }).notNull(),
  message: text(),
  /** Account number that the holder sends the activation amount to. */
  accountNumber: text().notNull().unique(),
  approvesAt: instantColumn(),
  readyAt: instantColumn(),
  /** Number of successful debits. */
  debits: integer().notNull().default(0),
  /** Forced outcome of the next debit, whatever the account's script says; set when simulating the bank. */
  nextOutcome: text(),
})
