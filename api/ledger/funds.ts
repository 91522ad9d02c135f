import type { Tx } from '../database/connect.ts'
import type { MerchantKind } from './accounts.ts'
import { merchantBalanceSql } from './ledger.ts'

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

/** SQL expression for the unsettled funds of an owner of a merchant; both are SQL expressions as well, as in `merchantBalanceSql`. */
export const unsettledSql = (merchantId: string, owner: string) => `(
  select coalesce(sum(${merchantBalanceSql(merchantId)}), 0)::bigint from ledger_accounts account
  where account.merchant_id = ${merchantId} and account.owner = ${owner} and account.kind in (${unsettledKinds.map((kind) => `'${kind}'`).join(', ')}))`

/** SQL condition of a settlement that is paid out: the bank confirmed the transfer and did not send it back. */
export const isPaidOutSql = `status = 'success' and returned_at is null`

/** SQL sum over settlements of what is paid out. Without stamp duty. */
export const paidOutSql = `coalesce(sum(amount_kobo) filter (where ${isPaidOutSql}), 0)::bigint`

/** Current funds of a merchant. */
export async function loadFunds(tx: Tx, merchantId: string): Promise<Funds> {
  const { rows } = await tx.$client.query<{ kind: string; kobo: number }>({
    name: 'ledger_funds',
    text: `select account.kind, ${merchantBalanceSql('$1::uuid')} as kobo from ledger_accounts account
           where account.merchant_id = $1::uuid and account.owner = $1::text`,
    values: [merchantId],
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
