import { findAccountFaults } from './check-accounts.ts'
import { copiesAmiss, entriesAmiss } from './check-entries.ts'
import { inOrder, mostSentences, type WriteTransaction } from './check-pages.ts'
import { disputesAmiss, paymentsAmiss, refundsAmiss } from './check-payments.ts'
import { findProcessorFaults } from './check-processors.ts'
import { onTheirWay, payoutsAmiss, reservesAmiss, settlementsAmiss } from './check-settlements.ts'

export interface LedgerCheck {
  /** Sentences about what is wrong; empty if nothing is. */
  faults: string[]
  entries: number
  payments: number
  settlements: number
}

/**
 * Checks the whole ledger. Compares every account's balance with the sum of its lines; checks that entries and modes sum to zero
 * and no merchant is overdrawn; compares payments, refunds, disputes, settlements, reserves and payouts with their entries, line
 * by line, and the records of processors with theirs; and checks that every line to settle is unsettled or in one settlement. So an altered or deleted line, snapshot or
 * delta is found even if its entry still balances. Each statement reads a bounded number of rows.
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
  report(await write(({ tx }) => findProcessorFaults(tx)))
  return { faults, entries, payments, settlements }
}
