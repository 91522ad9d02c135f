/** Kinds of discrepancies, with the words that the operator reads. "They" are the processor, or the bank. */
export const discrepancies = {
  missing_here: 'only they have it',
  missing_there: 'only we have it',
  amount_differs: 'the amounts differ',
  fee_differs: 'the fee is not the agreed one',
  twice: 'they have it twice',
  wrong_day: 'the days differ',
  reversed: 'they took it back, and we did not',
  unknown_reference: 'the reference is not one of ours',
  other_currency: 'it is in another currency',
  net_of_dispute: 'they deducted a dispute that we have not lost',
  returned_transfer: 'the transfer came back after it was paid',
  paid_late: 'the transfer was paid after it had come back, and the business still has the money twice',
  paid_nothing: 'it paid nothing here, and has not gone back to its payer',
  late_event: 'it has ended there, and is still open here',
  balance_differs: 'what they hold differs, and nothing explains it',
} as const
export type Discrepancy = keyof typeof discrepancies
