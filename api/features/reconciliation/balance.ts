import type { Context } from '../../context.ts'
import { lockName } from '../../database/lock-name.ts'
import { platformAccount } from '../../ledger/accounts.ts'
import { getBalance } from '../../ledger/ledger.ts'

/** Money that processors hold, by their own records and by ours, in kobo. */
export interface ComparedBalance {
  balanceKobo: number
  /** `processor_clearing`, with what the items explain and `newKobo`. */
  expectedKobo: number
}

interface Held {
  /** Balance of all processors together, because the ledger has one account for all of them. */
  balanceKobo: number
  /** Movements that are too new to be an item. */
  newKobo: number
  day: string
  startedAt: Date
}

/**
 * Compares the ledger's account `processor_clearing` with what the processors hold. What no item explains becomes an item itself; once
 * an operator has explained it, later comparisons include it.
 */
export async function compareBalance({ tx, mode }: Context, held: Held): Promise<ComparedBalance> {
  const { balanceKobo, newKobo, day, startedAt } = held
  // The second of two simultaneous reconciliations finds the item of the first.
  await lockName(tx, 'reconciliation-balance')
  await tx.$client.query({
    name: 'reconciliation_balance_gone',
    text: `update reconciliation_items set status = 'gone' where kind = 'balance' and status = 'open' and seen_at < $1`,
    values: [startedAt],
  })
  const { rows } = await tx.$client.query<{ kobo: number }>({
    name: 'reconciliation_items_effect',
    text: `select coalesce(sum(effect_kobo), 0)::bigint as kobo from reconciliation_items where status <> 'gone'`,
  })
  const clearingKobo = await getBalance(tx, platformAccount(mode, 'processor_clearing'))
  const expectedKobo = rows[0]!.kobo + newKobo - clearingKobo
  const difference = balanceKobo - expectedKobo
  if (difference !== 0)
    await tx.$client.query({
      name: 'reconciliation_balance_item',
      text: `insert into reconciliation_items (kind, discrepancy, subject, day, ours_kobo, theirs_kobo, effect_kobo,
               status, found_at, seen_at)
             values ('balance', 'balance_differs', $1, $2, $3, $4, $5, 'open', $6, $6)
             on conflict (processor, kind, discrepancy, subject) do nothing`,
      values: [startedAt.toISOString(), day, expectedKobo, balanceKobo, difference, startedAt],
    })
  return { balanceKobo, expectedKobo }
}
