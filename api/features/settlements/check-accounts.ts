import type { Tx } from '../../database/connect.ts'
import { balanceSql } from '../../ledger/ledger.ts'
import { keyedRowsText, maxSentences, readKeys } from './check-pages.ts'

const accountsAtOnce = 2_000
const linesAtOnce = 50_000

interface AccountRow {
  id: string
  kind: string
  mode: string
  /** Code of the merchant that owns the account, directly or through a recipient; null for a platform account. */
  code: string | null
  name: string
  balanceKobo: number
  isOfOther: boolean
}

/** Sums over all accounts, in kobo. */
interface Totals {
  byMode: Map<string, number>
  /** Receivables plus advances per merchant. They must add up to zero. */
  advancedByCode: Map<string, number>
}

const add = (sums: Map<string, number>, key: string, kobo: number) => sums.set(key, (sums.get(key) ?? 0) + kobo)

/**
 * Sums all lines of every account and compares the result with the balance from snapshot and deltas, which is calculated
 * independently. Also checks that the lines of each mode sum to zero, that no merchant is overdrawn, and that receivables equal
 * advances. Needs one snapshot of the database, so it must be the first use of its transaction.
 */
export async function findAccountFaults(tx: Tx): Promise<string[]> {
  await tx.$client.query('set transaction isolation level repeatable read read only')
  const faults: string[] = []
  const report = (fault: string) => faults.length < maxSentences && faults.push(fault)
  const totals: Totals = { byMode: new Map(), advancedByCode: new Map() }
  let after: string | undefined
  for (;;) {
    const { accounts, last } = await readAccounts(tx, after)
    const isLast = accounts.length < accountsAtOnce
    const upTo = isLast ? null : accounts.at(-1)!.id
    const sums = await sumLines(tx, after?.split('/')[0] ?? null, upTo)
    for (const account of accounts) findFaults(account, sums.get(account.id) ?? 0, totals).forEach(report)
    const known = new Set(accounts.map(({ id }) => id))
    for (const id of sums.keys()) if (!known.has(id)) report(`There are lines of an account ${id} that does not exist`)
    if (isLast) break
    after = last
  }
  // Faults of the totals come first.
  for (const [mode, kobo] of totals.byMode)
    if (kobo !== 0) faults.unshift(`The accounts of ${mode} add up to ${kobo} kobo`)
  for (const [code, kobo] of totals.advancedByCode)
    if (kobo !== 0) faults.unshift(`The business ${code} has advanced its recipients ${kobo} kobo more than they owe`)
  return faults
}

const accountKey = ['id', 'merchant_id']

/**
 * Accounts, with the code of their merchant. An account that belongs to neither the platform nor the merchant belongs to a recipient of the
 * merchant.
 */
async function readAccounts(
  tx: Tx,
  after: string | undefined,
): Promise<{ accounts: AccountRow[]; last: string | undefined }> {
  const { values, last } = await readKeys(
    tx,
    { table: 'ledger_accounts', columns: accountKey, limit: accountsAtOnce },
    after,
  )
  const { rows: accounts } = await tx.$client.query<AccountRow>(
    `select account.id, account.kind, coalesce(merchant.mode, account.owner) as mode, merchant.merchant_code as code,
            concat_ws(', ', coalesce(merchant.merchant_code, account.owner), recipient.name) as name, ${balanceSql} as "balanceKobo",
            account.owner not in ('TEST', 'LIVE') and account.merchant_id is distinct from merchant.id as "isOfOther"
     from ${keyedRowsText('ledger_accounts', accountKey, 'account')}
     left join split_recipients recipient on recipient.id::text = account.owner and recipient.merchant_id = account.merchant_id
     left join merchants merchant on merchant.id::text = coalesce(recipient.merchant_id::text, account.owner)
     order by account.id`,
    values,
  )
  return { accounts, last }
}

/** Sums of the lines of the accounts after one id up to another, read in pages. */
async function sumLines(tx: Tx, after: string | null, upTo: string | null): Promise<Map<string, number>> {
  const sums = new Map<string, number>()
  let last: [string | null, string | null] = [after, null]
  for (;;) {
    const { rows } = await tx.$client.query<{ id: string; kobo: number; lines: number; lastEntry: string }>({
      name: 'check_lines',
      text: `
        select account_id as id, sum(amount_kobo) as kobo, count(*) as lines, max(entry_id::text collate "C") as "lastEntry"
        from (
          select account_id, entry_id, amount_kobo from ledger_lines
          where ($1::uuid is null or (account_id, entry_id) > ($1::uuid, coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')))
            and ($3::uuid is null or account_id <= $3::uuid)
          order by account_id, entry_id limit ${linesAtOnce}
        ) line
        group by account_id order by account_id`,
      values: [...last, upTo],
    })
    for (const { id, kobo } of rows) add(sums, id, kobo)
    if (rows.reduce((sum, { lines }) => sum + lines, 0) < linesAtOnce) return sums
    last = [rows.at(-1)!.id, rows.at(-1)!.lastEntry]
  }
}

function findFaults(
  { kind, mode, code, name, balanceKobo, isOfOther }: AccountRow,
  kobo: number,
  totals: Totals,
): string[] {
  const isDebt = kind === 'receivable' || kind === 'advance'
  add(totals.byMode, mode, kobo)
  if (code !== null && isDebt) add(totals.advancedByCode, code, kobo)
  const faults: string[] = []
  if (balanceKobo !== kobo)
    faults.push(`The account ${kind} of ${name} has a balance of ${balanceKobo} kobo; its lines add up to ${kobo}`)
  if (code !== null && (kind === 'receivable' ? kobo > 0 : kobo < 0))
    faults.push(`The account ${kind} of ${name} holds ${kobo} kobo`)
  if (isOfOther) faults.push(`The account ${kind} of ${name} has another merchant`)
  return faults
}
