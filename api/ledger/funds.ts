import type { Tx } from '../database/connect.ts'
import type { MerchantKind } from './accounts.ts'
import { balanceSql } from './ledger.ts'

/**
 * Funds of a merchant or a split recipient in kobo, after fees, VAT, shares, refunds and disputes. The one definition of what every
 * screen calls unsettled, held and paid out.
 */
export interface Funds {
  /** Not in the bank account yet: pending, available and in a payout together. */
  unsettledKobo: number
  /** Held for disputes and as reserve; in no other amount. */
  heldKobo: number
  pendingKobo: number
  availableKobo: number
  inPayoutKobo: number
}

const unsettledKinds: readonly MerchantKind[] = ['pending', 'available', 'in_payout']

/** SQL expression for the unsettled funds of an owner, which is an SQL expression as well. */
export const unsettledSql = (owner: string) => `(
  select coalesce(sum(${balanceSql}), 0)::bigint from ledger_accounts account
  where account.owner = ${owner} and account.kind in (${unsettledKinds.map((kind) => `'${kind}'`).join(', ')}))`

/** SQL sum over settlements of what is paid out: the bank confirmed the transfer. Without stamp duty. */
export const paidOutSql = `coalesce(sum(amount_kobo) filter (where status = 'success'), 0)::bigint`

/** Current funds of a merchant or a split recipient. */
export async function loadFunds(tx: Tx, owner: string): Promise<Funds> {
  const { rows } = await tx.$client.query<{ kind: string; kobo: number }>({
    name: 'ledger_funds',
    text: `select account.kind, ${balanceSql} as kobo from ledger_accounts account where account.owner = $1`,
    values: [owner],
  })
  const balance = (kind: MerchantKind) => rows.find((row) => row.kind === kind)?.kobo ?? 0
  return {
    unsettledKobo: unsettledKinds.reduce((sum, kind) => sum + balance(kind), 0),
    heldKobo: balance('reserved'),
    pendingKobo: balance('pending'),
    availableKobo: balance('available'),
    inPayoutKobo: balance('in_payout'),
  }
}
