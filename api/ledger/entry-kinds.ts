// Kinds of ledger entries: the first part of their references.

/** Entries whose lines on the accounts `pending` and `available` are collected into the next settlement. */
export const settledEntryKinds = [
  'payment',
  'refund',
  'dispute',
  'repaid',
  'reserve',
  'payout_return',
  'payout_late',
] as const
export type SettledEntryKind = (typeof settledEntryKinds)[number]

/** Entries that move money for settlements and payouts. Their lines are not collected into a later settlement. */
export const settlementEntryKinds = ['settlement', 'payout'] as const

/** Entries between accounts of the platform only. They concern no merchant. */
export const platformEntryKinds = ['processor'] as const
