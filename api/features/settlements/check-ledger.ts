import { findAccountFaults } from './check-accounts.ts'
import { checkCopies, checkEntries } from './check-entries.ts'
import { checkInPages, maxSentences, type WriteTransaction } from './check-pages.ts'
import { checkDisputes, checkPayments, checkRefunds } from './check-payments.ts'
import { findProcessorFaults } from './check-processors.ts'
import {
  checkLatePayouts,
  checkPayouts,
  checkReserves,
  checkSettlements,
  findInPayoutFaults,
} from './check-settlements.ts'

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
 * by line, and the records of processors with theirs; and checks that every line to settle is unsettled or in one settlement. So an
 * altered or deleted line, snapshot or delta is found even if its entry still balances. Each statement reads a bounded number of rows.
 */
export async function checkLedger(write: WriteTransaction): Promise<LedgerCheck> {
  const faults: string[] = []
  const report = (found: readonly string[]) => faults.push(...found.slice(0, maxSentences))
  report(await write(({ tx }) => findAccountFaults(tx)))
  const entries = await checkInPages(write, checkEntries, report)
  for (const table of ['ledger_deltas', 'ledger_unsettled_lines'] as const)
    await checkInPages(write, checkCopies(table), report)
  const payments = await checkInPages(write, checkPayments, report)
  await checkInPages(write, checkRefunds, report)
  await checkInPages(write, checkDisputes, report)
  const settlements = await checkInPages(write, checkSettlements, report)
  await checkInPages(write, checkPayouts, report)
  await checkInPages(write, checkLatePayouts, report)
  await checkInPages(write, checkReserves, report)
  report(await write(({ tx }) => findInPayoutFaults(tx)))
  report(await write(({ tx }) => findProcessorFaults(tx)))
  return { faults, entries, payments, settlements }
}
