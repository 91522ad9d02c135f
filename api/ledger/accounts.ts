import type { Mode } from '@adire/contract/call.ts'

/**
 * Where money of a merchant, or of a party it shares payments with, stands on its way: collected, free to pay out, held back, on its
 * way to the bank.
 */
export const merchantKinds = ['pending', 'available', 'reserved', 'in_payout'] as const
export type MerchantKind = (typeof merchantKinds)[number]

/**
 * What the house earns and owes; what processors hold for it, below zero by what they still have to hand over; what its bank
 * has paid out to merchants; and what it has advanced to merchants whose balance did not cover a lost dispute, below zero by
 * what they still owe.
 */
export type PlatformAccountKind = 'fees' | 'vat' | 'stamp_duty' | 'processor_clearing' | 'bank' | 'advances'

/**
 * Between a merchant and its parties: below zero by what a recipient owes its merchant (`receivable`), which has advanced it (`advance`). No money stands in
 * them: what moves there says only whose turn it is to give.
 */
export type DebtKind = 'receivable' | 'advance'

export interface LedgerAccount {
  /** A merchant's id or a party's, or the mode for an account of the house. */
  owner: string
  kind: MerchantKind | DebtKind | PlatformAccountKind
}

export const merchantAccount = (owner: string, kind: MerchantKind): LedgerAccount => ({ owner, kind })
export const debtAccount = (owner: string, kind: DebtKind): LedgerAccount => ({ owner, kind })
export const platformAccount = (mode: Mode, kind: PlatformAccountKind): LedgerAccount => ({ owner: mode, kind })

/** A merchant's account holds real claims and cannot go below zero; the house's may, as the world's other side. */
export const isGuarded = (account: LedgerAccount) => (merchantKinds as readonly string[]).includes(account.kind)

export const sameAccount = (one: LedgerAccount, other: LedgerAccount) =>
  one.owner === other.owner && one.kind === other.kind
