import type { Tx } from '../database/connect.ts'
import type { Account } from './accounts.ts'
import { balanceOf } from './ledger.ts'

export interface StatementLine {
  entryId: string
  reference: string
  description: string
  at: Date
  amountKobo: number
  /** What the account held after this line. */
  balanceKobo: number
  xid: string
}

/**
 * An account's lines, newest first, each with the balance after it. `before` is the last line of the page above:
 * it carries its balance, so that no page has to sum what came before it.
 */
export async function statement(
  tx: Tx,
  { owner, kind }: Account,
  { limit, before }: { limit: number; before?: StatementLine },
): Promise<StatementLine[]> {
  const top = before ? before.balanceKobo - before.amountKobo : null
  const { rows } = await tx.$client.query<StatementLine>({
    name: 'ledger_statement',
    text: `
      with top as materialized (select coalesce($6::bigint, (${balanceOf})) as balance)
      select line.entry_id as "entryId", line.xid::text as xid, line.amount_kobo as "amountKobo",
             entry.reference, entry.description, entry.at,
             top.balance - coalesce(sum(line.amount_kobo) over (
               order by line.xid desc, line.entry_id desc rows between unbounded preceding and 1 preceding
             ), 0) as "balanceKobo"
      from top, ledger_accounts account
      join lateral (
        select * from ledger_lines where account_id = account.id
          and ($3::text is null or (xid, entry_id) < ($3::xid8, $4::uuid))
        order by xid desc, entry_id desc limit $5
      ) line on true
      join ledger_entries entry on entry.id = line.entry_id
      where account.owner = $1 and account.kind = $2
      order by line.xid desc, line.entry_id desc`,
    values: [owner, kind, before?.xid ?? null, before?.entryId ?? null, limit, top],
  })
  return rows
}
