import type { Mode } from '@adire/contract/call.ts'

/**
 * Stages of the money of a merchant or a split recipient: collected (`pending`), free to pay out (`available`), held
 * (`reserved`), sent to the bank (`in_payout`).
 */
export const merchantKinds = ['pending', 'available', 'reserved', 'in_payout'] as const
export type MerchantKind = (typeof merchantKinds)[number]

/**
 * Accounts of the platform, one set per mode and merchant, so that payments of different merchants change different snapshots:
 * - `fees`, `vat`, `stamp_duty`: earned fees, and taxes that the platform owes.
 * - `processor_clearing`: money at the processors. Negative by the amount that they still have to transfer to the platform.
 * - `bank`: money that left the platform's bank to merchants, less what processors transferred to it.
 * - `processor_fees`: what the processors charge the platform. Negative by what was paid.
 * - `advances`: lost disputes that a merchant's balance did not cover. Negative by the amount that merchants still owe.
 */
export type PlatformAccountKind =
  | 'fees'
  | 'vat'
  | 'stamp_duty'
  | 'processor_clearing'
  | 'processor_fees'
  | 'bank'
  | 'advances'

/**
 * Debt of a split recipient to its merchant: `receivable` (of the recipient, negative by what it owes) and `advance` (of the
 * merchant, what it paid for the recipient). These accounts contain no real money: they record only who owes whom.
 */
export type DebtKind = 'receivable' | 'advance'

/** Ledger account. An owner has one account per kind; the platform has one for each merchant, that of the entry. */
export interface LedgerAccount {
  /** Id of a merchant or a split recipient; the mode for a platform account. */
  owner: string
  kind: MerchantKind | DebtKind | PlatformAccountKind
}

/** Account of a merchant or a split recipient. */
export const merchantAccount = (owner: string, kind: MerchantKind): LedgerAccount => ({ owner, kind })
/** Debt account: `receivable` of a split recipient, or `advance` of a merchant. */
export const debtAccount = (owner: string, kind: DebtKind): LedgerAccount => ({ owner, kind })
/** The merchant of what concerns no merchant, such as the records of processors: the platform itself (decision 106). */
export const platformMerchantId = '00000000-0000-0000-0000-000000000000'

/** Accounts of the platform in a mode. */
export const platformAccount = (mode: Mode, kind: PlatformAccountKind): LedgerAccount => ({ owner: mode, kind })

/**
 * Whether the account must not go below zero. True for the merchant kinds, which are real claims; debt and platform accounts may
 * be negative, as the counterpart of those claims.
 */
export const isGuarded = (account: LedgerAccount) => (merchantKinds as readonly string[]).includes(account.kind)

export const sameAccount = (one: LedgerAccount, other: LedgerAccount) =>
  one.owner === other.owner && one.kind === other.kind
