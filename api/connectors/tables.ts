import { integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { instantColumn, koboColumn } from '../database/columns.ts'

/**
 * The memory of the sandbox processor, which plays a company of its own: nothing else reads it.
 * Of a card it keeps which test card it was and its last four digits; never number, CVV, PIN or one-time password.
 */
export const sandboxCharges = pgTable('sandbox_charges', {
  /** Ours, for the payment; the sandbox takes money for it once, by card or by transfer. */
  reference: text().primaryKey(),
  amountKobo: koboColumn().notNull(),
  status: text({ enum: ['open', 'pending', 'success', 'failed', 'closed'] }).notNull(),
  /** Which test card or account, by what it does. */
  card: text(),
  last4: text(),
  challenge: text({ enum: ['pin', 'otp', 'phone', 'birthday', 'bank_page'] }),
  attemptsLeft: smallint(),
  /** The response code's reason once it was declined. */
  declined: text(),
  /** The last part of the address of the bank's page. */
  pageToken: text().unique(),
  accountNumber: text().unique(),
  accountExpiresAt: instantColumn(),
  /** What a USSD code or a QR code is known by at the sandbox's bank, and until when. */
  offlineRef: text().unique(),
  offlineBy: text({ enum: ['ussd', 'qr'] }),
  offlineExpiresAt: instantColumn(),
  paidBy: text({ enum: ['card', 'transfer', 'ussd', 'qr', 'account', 'mandate'] }),
  chargedAt: instantColumn(),
  /** Under which name the card was saved, where it was to be. */
  token: text(),
})

/** The cards the sandbox may charge with their holders away. */
export const sandboxTokens = pgTable('sandbox_tokens', {
  token: text().primaryKey(),
  card: text().notNull(),
  last4: text().notNull(),
  goodUntil: instantColumn().notNull(),
  /** What its bank says to the next charge, where somebody has decided it. */
  nextOutcome: text(),
})

/** The refunds the sandbox was asked for, by our reference. */
export const sandboxRefunds = pgTable('sandbox_refunds', {
  reference: text().primaryKey(),
  chargeReference: text().notNull(),
  amountKobo: koboColumn().notNull(),
  status: text({ enum: ['processed', 'failed', 'needs_account'] }).notNull(),
})

/** The transfers out that the sandbox was asked for, by our reference. */
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

/** The mandates the sandbox's bank was asked for, by our reference. Which test account it is, it keeps by what that does. */
export const sandboxMandates = pgTable('sandbox_mandates', {
  reference: text().primaryKey(),
  script: text().notNull(),
  status: text({ enum: ['awaits_transfer', 'awaits_bank', 'active', 'suspended', 'rejected', 'closed'] }).notNull(),
  message: text(),
  /** Where the holder sends the small sum. */
  accountNumber: text().notNull().unique(),
  approvesAt: instantColumn(),
  readyAt: instantColumn(),
  /** Successful debits. */
  debits: integer().notNull().default(0),
  /** What the next debit ends in, whatever the account would do: set by who plays the bank. */
  nextOutcome: text(),
})
