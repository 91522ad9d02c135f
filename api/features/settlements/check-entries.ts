import type { Tx } from '../../database/connect.ts'
import { paidList } from '../payments/tables.ts'
import { batchSize, type CheckPage, faultsText, keyedRowsText, maxSentences, readKeys } from './check-pages.ts'

const entryKey = ['id', 'merchant_id']

/** The rows of an entry are joined within its merchant; `findForeignLines` finds lines of another one. */
const entryFaultsText = faultsText(`
  select entry.id as key, case
    when count(line.entry_id) < 2 or sum(line.amount_kobo) <> 0 or entry.line_count not in (0, count(line.entry_id))
    then format('The entry %s has %s lines that add up to %s kobo', entry.reference, count(line.entry_id),
                coalesce(sum(line.amount_kobo), 0))
    when bool_or(line.entry_id is not null and account.id is null)
    then format('The entry %s is of the merchant %s, but not all of its lines', entry.reference, entry.merchant_id)
    when entry.reference like 'payment:%' and not coalesce(bool_or(payment.id is not null), false)
    then format('The entry %s is of no payment that was paid', entry.reference)
    when bool_or(account.kind in ('pending', 'available') and entry.reference !~ '^(settlement|payout):'
                 and coalesce(unsettled.kobo, 0) + coalesce(settled.kobo, 0) <> line.amount_kobo)
      or bool_or(unsettled.kobo is not null and settled.kobo is not null)
    then format('A line of the entry %s is not once among what is to be settled or was settled', entry.reference) end as fault
  from ${keyedRowsText('ledger_entries', entryKey, 'entry')}
  left join ledger_lines line on line.entry_id = entry.id and line.merchant_id = entry.merchant_id
  left join ledger_accounts account on account.id = line.account_id and account.merchant_id = entry.merchant_id
  left join payments payment on payment.merchant_id = entry.merchant_id and payment.status in ${paidList}
    and payment.id = case when account.kind = 'pending' and entry.reference ~ '^payment:[0-9a-f-]{36}$'
                          then substr(entry.reference, 9)::uuid end
  left join lateral (
    select waiting.amount_kobo as kobo from ledger_unsettled_lines waiting
    where waiting.account_id = case when account.kind in ('pending', 'available') then line.account_id end
      and waiting.entry_id = line.entry_id and waiting.merchant_id = entry.merchant_id
  ) unsettled on true
  left join lateral (
    select sum(known.amount_kobo) as kobo from settlement_lines known
    where known.merchant_id = entry.merchant_id and known.entry_id = line.entry_id and known.owner_id::text = account.owner
      and known.account = account.kind and account.kind in ('pending', 'available')
  ) settled on true
  group by entry.id, entry.reference, entry.line_count, entry.merchant_id`)

/**
 * Checks that every entry has all its lines, which are of its merchant and sum to zero, that a payment's entry belongs to a paid payment,
 * and that each line to settle is either unsettled or in one settlement, with its amount.
 */
export const checkEntries: CheckPage = async (tx, after) => {
  const { seen, values, last } = await readKeys(
    tx,
    { table: 'ledger_entries', columns: entryKey, limit: batchSize },
    after,
  )
  const foreign = await findForeignLines(tx, values)
  const { rows } = await tx.$client.query<{ fault: string }>(entryFaultsText, values)
  return { seen, last, faults: [...foreign, ...rows.map(({ fault }) => fault)] }
}

/**
 * Faults of entries that have lines of another merchant. A cluster cannot join those, so they are found by the entry's id alone. The
 * first and last id tell the planner which part of the index to read; otherwise it reads all lines for each page.
 */
async function findForeignLines(tx: Tx, entries: string[][]): Promise<string[]> {
  const { rows } = await tx.$client.query<{ id: string; merchantId: string }>(
    `select distinct page.id, page.merchant_id as "merchantId" from unnest($1::uuid[], $2::uuid[]) as page (id, merchant_id)
     join ledger_lines line on line.entry_id = page.id and line.merchant_id <> page.merchant_id
       and line.entry_id >= ($1::uuid[])[1] and line.entry_id <= ($1::uuid[])[cardinality($1::uuid[])]
     order by page.id limit ${maxSentences}`,
    entries,
  )
  const references = await readReferences(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map(
    ({ id, merchantId }) =>
      `The entry ${references.get(id) ?? id} is of the merchant ${merchantId}, but not all of its lines`,
  )
}

async function readReferences(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.$client.query<{ id: string; reference: string }>(
    'select id, reference from ledger_entries where id = any($1::uuid[])',
    [ids],
  )
  return new Map(rows.map(({ id, reference }) => [id, reference]))
}

interface WrongCopy {
  accountId: string
  entryId: string
  merchantId: string
  kobo: number
  /** Null if the entry has no such line of this merchant. */
  lineKobo: number | null
}

const copyKey = ['account_id', 'entry_id', 'merchant_id']

/** Checks that every unsettled line, or delta not rolled up yet, is a line of the ledger with the same amount and merchant. */
export const checkCopies =
  (table: 'ledger_deltas' | 'ledger_unsettled_lines'): CheckPage =>
  async (tx, after) => {
    const { seen, values, last } = await readKeys(tx, { table, columns: copyKey, limit: batchSize }, after)
    const { rows } = await tx.$client.query<WrongCopy>(
      `select copy.account_id as "accountId", copy.entry_id as "entryId", copy.merchant_id as "merchantId", copy.amount_kobo as kobo,
              line.amount_kobo as "lineKobo"
       from ${keyedRowsText(table, copyKey, 'copy')}
       left join ledger_lines line on line.entry_id = copy.entry_id and line.account_id = copy.account_id
         and line.merchant_id = copy.merchant_id
       where line.amount_kobo is distinct from copy.amount_kobo
       order by copy.account_id, copy.entry_id limit ${maxSentences}`,
      values,
    )
    return { seen, last, faults: rows.length === 0 ? [] : await describeCopies(tx, table, rows) }
  }

/** Sentences about wrong copies, with the references of their entries, also of those of another merchant. */
async function describeCopies(tx: Tx, table: string, copies: readonly WrongCopy[]): Promise<string[]> {
  const entryIds = copies.map(({ entryId }) => entryId)
  const references = await readReferences(tx, entryIds)
  const { rows } = await tx.$client.query<{ key: string; kobo: number }>(
    `select account_id || '/' || entry_id as key, amount_kobo as kobo from ledger_lines where entry_id = any($1::uuid[])`,
    [entryIds],
  )
  const lines = new Map(rows.map(({ key, kobo }) => [key, kobo]))
  return copies.map(({ accountId, entryId, merchantId, kobo, lineKobo }) => {
    const reference = references.get(entryId) ?? entryId
    const foreignKobo = lineKobo === null ? lines.get(`${accountId}/${entryId}`) : undefined
    return foreignKobo === kobo
      ? `An amount of the entry ${reference} is waiting in ${table} for the merchant ${merchantId}`
      : `${kobo} kobo of the entry ${reference} are waiting in ${table}; the ledger has ${lineKobo ?? foreignKobo ?? 0}`
  })
}
