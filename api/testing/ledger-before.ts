import type pg from 'pg'
import { type LedgerAccount, merchantKinds, platformMerchantId } from '../ledger/accounts.ts'
import type { LedgerEntry } from '../ledger/entries.ts'

// Statements of the ledger in earlier versions: that with the migrations to 98 posted to accounts of the platform that all merchants share;
// processes of that with the migrations to 99 run beside those of this version while processes are replaced.

const toLines = ({ postings }: LedgerEntry) => {
  const lines = new Map<string, { account: LedgerAccount; amountKobo: number }>()
  for (const { source, target, amountKobo } of postings)
    for (const [account, kobo] of [
      [source, -amountKobo],
      [target, amountKobo],
    ] as const) {
      const key = `${account.owner} ${account.kind}`
      lines.set(key, { account, amountKobo: (lines.get(key)?.amountKobo ?? 0) + kobo })
    }
  return [...lines.values()]
}

/** Posts an entry to shared accounts, in one transaction for each statement. Returns false if an entry with this reference exists. */
export async function postSharedEntry(client: pg.Client, entry: LedgerEntry): Promise<boolean> {
  const lines = toLines(entry)
  const [owners, kinds] = [lines.map(({ account }) => account.owner), lines.map(({ account }) => account.kind)]
  const write = async () => {
    const { rows } = await client.query<{ found: string; written: string }>(
      `with line as (
         select account.id, given.amount_kobo, given.is_unsettled
         from unnest($4::text[], $5::text[], $6::bigint[], $7::boolean[]) as given (owner, kind, amount_kobo, is_unsettled)
         join ledger_accounts account on account.owner = given.owner and account.kind = given.kind
           and (given.owner not in ('TEST', 'LIVE') or coalesce(account.merchant_id, '${platformMerchantId}') = '${platformMerchantId}')
       ), entry as (
         insert into ledger_entries (reference, description, at, line_count, merchant_id)
         select $1, $2, $3, cardinality($4::text[]), $8::uuid where (select count(*) from line) = cardinality($4::text[])
         on conflict do nothing
         returning id, merchant_id
       ), written as (
         insert into ledger_lines (entry_id, account_id, amount_kobo, merchant_id)
         select entry.id, line.id, line.amount_kobo, entry.merchant_id from entry, line
       ), delta as (
         insert into ledger_deltas (account_id, entry_id, amount_kobo, merchant_id)
         select line.id, entry.id, line.amount_kobo, entry.merchant_id from entry, line
       ), unsettled as (
         insert into ledger_unsettled_lines (account_id, entry_id, amount_kobo, at, merchant_id)
         select line.id, entry.id, line.amount_kobo, $3, entry.merchant_id from entry, line where line.is_unsettled
       )
       select (select count(*) from line) as found, (select count(*) from entry) as written`,
      [
        ...[entry.reference, entry.description, entry.at, owners, kinds, lines.map(({ amountKobo }) => amountKobo)],
        ...[kinds.map((kind) => merchantKinds.slice(0, 2).some((settled) => settled === kind)), entry.merchantId],
      ],
    )
    return rows[0]!
  }
  let { found, written } = await write()
  if (Number(found) < lines.length) {
    await client.query(
      `insert into ledger_accounts (owner, kind, merchant_id) select * from unnest($1::text[], $2::text[], $3::uuid[])
       on conflict do nothing`,
      [
        ...[owners, kinds],
        lines.map(({ account }) => (['TEST', 'LIVE'].includes(account.owner) ? platformMerchantId : entry.merchantId)),
      ],
    )
    ;({ found, written } = await write())
  }
  return Number(written) === 1
}

export const rollUpLedgerBefore = (client: pg.Client, limit: number) =>
  client.query(
    `with due as materialized (
       select account_id, entry_id from ledger_deltas limit $1 for update skip locked
     ), rolled_up as (
       delete from ledger_deltas delta using due
       where delta.account_id = due.account_id and delta.entry_id = due.entry_id
       returning delta.account_id, delta.amount_kobo
     ), snapshot as (
       insert into ledger_snapshots (account_id, balance_kobo, merchant_id)
       select summed.*, (select merchant_id from ledger_accounts account where account.id = account_id)
       from (select account_id, sum(amount_kobo) from rolled_up group by account_id) summed order by account_id
       on conflict on constraint ledger_snapshots_pkey do update set balance_kobo = ledger_snapshots.balance_kobo + excluded.balance_kobo,
         merchant_id = excluded.merchant_id
     )
     select count(*) as rolled_up from rolled_up`,
    [limit],
  )

/** One batch of the job that moved lines from shared accounts, of one account. */
export async function moveLinesBefore(client: pg.Client, accountId: string, limit: number): Promise<void> {
  await client.query(
    `with batch as materialized (
       select line.entry_id, line.merchant_id from ledger_lines line
       where line.account_id = $1 and line.merchant_id <> '${platformMerchantId}' and not exists (
         select from ledger_deltas delta where delta.account_id = line.account_id and delta.entry_id = line.entry_id
       )
       order by line.entry_id limit $2
     ), moved as (
       update ledger_lines line set account_id = target.id
       from batch join ledger_accounts shared on shared.id = $1
       join ledger_accounts target on target.owner = shared.owner and target.kind = shared.kind and target.merchant_id = batch.merchant_id
       where line.entry_id = batch.entry_id and line.account_id = $1 and line.merchant_id = batch.merchant_id
       returning line.account_id, line.amount_kobo, line.merchant_id
     )
     insert into ledger_snapshots (account_id, balance_kobo, merchant_id)
     select account_id, kobo, merchant_id from (
       select account_id, sum(amount_kobo) as kobo, merchant_id from moved group by account_id, merchant_id
       union all select $1, -sum(amount_kobo), '${platformMerchantId}'::uuid from moved having count(*) > 0
     ) summed order by account_id
     on conflict on constraint ledger_snapshots_pkey do update set balance_kobo = ledger_snapshots.balance_kobo + excluded.balance_kobo`,
    [accountId, limit],
  )
}

/** The balance of each owner and kind, in kobo, as that version reads it. */
export async function readBalancesBefore(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; kobo: string }>(
    `select account.owner || ' ' || account.kind as name, sum((
       coalesce((select snapshot.balance_kobo from ledger_snapshots snapshot where snapshot.account_id = account.id), 0)
       + coalesce((select sum(delta.amount_kobo) from ledger_deltas delta where delta.account_id = account.id), 0)
     )::bigint)::bigint as kobo
     from ledger_accounts account group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, kobo }) => [name, Number(kobo)]))
}
