import { findAccountFaults } from './check-accounts.ts'
import { copiesAmiss, entriesAmiss } from './check-entries.ts'
import { inOrder, mostSentences, type WriteTransaction } from './check-pages.ts'
import { disputesAmiss, paymentsAmiss, refundsAmiss } from './check-payments.ts'
import { onTheirWay, payoutsAmiss, reservesAmiss, settlementsAmiss } from './check-settlements.ts'

export interface LedgerCheck {
  /** What is wrong, in sentences; none where all is well. */
  faults: string[]
  entries: number
  payments: number
  settlements: number
}

/**
 * Checks the provider's books. The balance of every account is compared with the sum of all of its lines; every entry and each mode
 * adds up to zero; no business is overdrawn; payments, refunds, disputes, settlements, reserves and payouts are compared with their
 * entries, line by line; and every line that is to be settled is unsettled or in one settlement. So a line, a snapshot or a delta that
 * was altered or deleted is noticed, also where the entry still adds up. Each statement reads a bounded number of rows.
 */
export async function checkLedger(write: WriteTransaction): Promise<LedgerCheck> {
  const faults: string[] = []
  const report = (found: readonly string[]) => faults.push(...found.slice(0, mostSentences))
  report(await write(({ tx }) => findAccountFaults(tx)))
  const entries = await inOrder(write, entriesAmiss, report)
  for (const table of ['ledger_deltas', 'ledger_unsettled_lines'] as const)
    await inOrder(write, copiesAmiss(table), report)
  const payments = await inOrder(write, paymentsAmiss, report)
  await inOrder(write, refundsAmiss, report)
  await inOrder(write, disputesAmiss, report)
  const settlements = await inOrder(write, settlementsAmiss, report)
  await inOrder(write, payoutsAmiss, report)
  await inOrder(write, reservesAmiss, report)
  report(await write(({ tx }) => onTheirWay(tx)))
  return { faults, entries, payments, settlements }
}
