import type { Tx } from '../../database/connect.ts'
import { balanceSql } from '../../ledger/ledger.ts'
import { mostSentences } from './check-pages.ts'

const accountsAtOnce = 2_000
const linesAtOnce = 50_000

interface AccountRow {
  id: string
  kind: string
  mode: string
  /** Of the business whose account it is, or its party's; null for an account of the house. */
  code: string | null
  name: string
  balanceKobo: number
}

/** What is added up over all accounts. */
interface Totals {
  byMode: Map<string, number>
  /** What parties of a business owe and it has lent; the two must be even. */
  advancedByCode: Map<string, number>
}

const add = (sums: Map<string, number>, key: string, kobo: number) => sums.set(key, (sums.get(key) ?? 0) + kobo)

/**
 * Adds up every line of every account, and compares it with the balance that the product reads from snapshot and deltas: two
 * calculations that have nothing in common. Also checks that the lines of each mode add up to zero, that no business is overdrawn,
 * and that what parties owe is what was lent. All of it as of one instant, so it must be the first to use its transaction.
 */
export async function findAccountFaults(tx: Tx): Promise<string[]> {
  await tx.$client.query('set transaction isolation level repeatable read read only')
  const faults: string[] = []
  const report = (fault: string) => faults.length < mostSentences && faults.push(fault)
  const totals: Totals = { byMode: new Map(), advancedByCode: new Map() }
  let after: string | null = null
  for (;;) {
    const accounts: AccountRow[] = await readAccounts(tx, after)
    const isLast = accounts.length < accountsAtOnce
    const upTo = isLast ? null : accounts.at(-1)!.id
    const sums = await sumLines(tx, after, upTo)
    for (const account of accounts) findFaults(account, sums.get(account.id) ?? 0, totals).forEach(report)
    const known = new Set(accounts.map(({ id }) => id))
    for (const id of sums.keys()) if (!known.has(id)) report(`There are lines of an account ${id} that does not exist`)
    if (isLast) break
    after = upTo
  }
  // What is said of everything comes first.
  for (const [mode, kobo] of totals.byMode)
    if (kobo !== 0) faults.unshift(`The accounts of ${mode} add up to ${kobo} kobo`)
  for (const [code, kobo] of totals.advancedByCode)
    if (kobo !== 0) faults.unshift(`The business ${code} has lent its parties ${kobo} kobo more than they owe`)
  return faults
}

async function readAccounts(tx: Tx, after: string | null): Promise<AccountRow[]> {
  const { rows } = await tx.$client.query<AccountRow>(
    `select account.id, account.kind, coalesce(merchant.mode, account.owner) as mode, merchant.merchant_code as code,
            concat_ws(', ', coalesce(merchant.merchant_code, account.owner), party.name) as name, ${balanceSql} as "balanceKobo"
     from (select * from ledger_accounts where $1::uuid is null or id > $1 order by id limit ${accountsAtOnce}) account
     left join split_recipients party on party.id::text = account.owner
     left join merchants merchant on merchant.id::text = coalesce(party.merchant_id::text, account.owner)
     order by account.id`,
    [after],
  )
  return rows
}

/** The sums of the lines of accounts after one and up to another, read in pages. */
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

function findFaults({ kind, mode, code, name, balanceKobo }: AccountRow, kobo: number, totals: Totals): string[] {
  const isDebt = kind === 'receivable' || kind === 'advance'
  add(totals.byMode, mode, kobo)
  if (code !== null && isDebt) add(totals.advancedByCode, code, kobo)
  const faults: string[] = []
  if (balanceKobo !== kobo)
    faults.push(`The account ${kind} of ${name} has a balance of ${balanceKobo} kobo; its lines add up to ${kobo}`)
  if (code !== null && (kind === 'receivable' ? kobo > 0 : kobo < 0))
    faults.push(`The account ${kind} of ${name} holds ${kobo} kobo`)
  return faults
}
