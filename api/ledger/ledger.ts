import type { Tx } from '../database/connect.ts'
import { isGuarded, type LedgerAccount, sameAccount } from './accounts.ts'
import type { LedgerEntry } from './entries.ts'
import { settlementEntryKinds } from './entry-kinds.ts'

/** Error: the entry would take more from a merchant's account than its balance (`balanceKobo`, in kobo). Nothing was written. */
export class Overdraft extends Error {
  override name = 'Overdraft'
  account: LedgerAccount
  balanceKobo: number

  constructor(account: LedgerAccount, balanceKobo: number) {
    super(`The account ${account.kind} of ${account.owner} holds ${balanceKobo} kobo, less than the entry takes`)
    this.account = account
    this.balanceKobo = balanceKobo
  }
}

interface Line {
  account: LedgerAccount
  amountKobo: number
}

const isOfSettlement = ({ reference }: LedgerEntry) =>
  settlementEntryKinds.some((kind) => reference.startsWith(`${kind}:`))
const isSettleable = ({ kind }: LedgerAccount) => kind === 'pending' || kind === 'available'

/**
 * Posts an entry. Returns false and writes nothing if an entry with this reference exists.
 * Credits take no lock, so the payments of a busy merchant never wait for each other. An entry that debits a merchant's account
 * locks that account until the transaction ends.
 * @throws Overdraft if a debited account's balance is too low
 * @throws RangeError if the entry has no postings, or an amount is not a positive whole number of kobo
 */
export async function postEntry(tx: Tx, entry: LedgerEntry): Promise<boolean> {
  const lines = buildLines(entry)
  const debits = lines.filter((line) => line.amountKobo < 0 && isGuarded(line.account))
  if (debits.length > 0) {
    const { merchantId } = entry
    await lockLedgerAccounts(
      tx,
      merchantId,
      debits.map(({ account }) => account),
    )
    if (await exists(tx, entry)) return false
    for (const { account, amountKobo } of debits) {
      const balanceKobo = await getMerchantBalance(tx, merchantId, account)
      if (balanceKobo + amountKobo < 0) throw new Overdraft(account, balanceKobo)
    }
  }
  let written = await writeEntry(tx, entry, lines)
  if (written === 'unknown account') {
    await openAccounts(tx, entry, lines)
    written = await writeEntry(tx, entry, lines)
  }
  return written === 'written'
}

/** One line per account, in a fixed order, so that two entries never deadlock. */
function buildLines(entry: LedgerEntry): Line[] {
  if (entry.postings.length === 0) throw new RangeError(`The entry ${entry.reference} moves nothing`)
  const lines: Line[] = []
  const add = (account: LedgerAccount, amountKobo: number) => {
    const line = lines.find((each) => sameAccount(each.account, account))
    if (line) line.amountKobo += amountKobo
    else lines.push({ account, amountKobo })
  }
  for (const { source, target, amountKobo } of entry.postings) {
    if (!Number.isSafeInteger(amountKobo) || amountKobo <= 0)
      throw new RangeError(`The entry ${entry.reference} moves ${amountKobo} kobo`)
    add(source, -amountKobo)
    add(target, amountKobo)
  }
  const key = ({ account }: Line) => `${account.owner} ${account.kind}`
  return lines.sort((one, other) => (key(one) < key(other) ? -1 : 1))
}

/**
 * Writes the entry, its lines and the rows derived from each line (balance delta, unsettled line) in one statement, each with the
 * merchant, whose accounts they are on. Writes nothing while one of the accounts does not exist yet.
 */
async function writeEntry(
  tx: Tx,
  entry: LedgerEntry,
  lines: Line[],
): Promise<'written' | 'exists' | 'unknown account'> {
  const { rows } = await tx.$client.query<{ found: number; written: number }>({
    name: 'ledger_write',
    text: `
      with line as (
        select account.id, given.amount_kobo, given.is_unsettled
        from unnest($4::text[], $5::text[], $6::bigint[], $7::boolean[]) as given (owner, kind, amount_kobo, is_unsettled)
        join ledger_accounts account on account.owner = given.owner and account.kind = given.kind
          and account.merchant_id = $8::uuid
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
    values: [
      entry.reference,
      entry.description,
      entry.at,
      lines.map((line) => line.account.owner),
      lines.map((line) => line.account.kind),
      lines.map((line) => line.amountKobo),
      lines.map((line) => isSettleable(line.account) && !isOfSettlement(entry)),
      entry.merchantId,
    ],
  })
  const { found, written } = rows[0]!
  if (found < lines.length) return 'unknown account'
  return written === 1 ? 'written' : 'exists'
}

async function openAccounts(tx: Tx, { merchantId }: LedgerEntry, lines: Line[]): Promise<void> {
  await tx.$client.query({
    name: 'ledger_open',
    text: `insert into ledger_accounts (owner, kind, merchant_id)
           select owner, kind, $3::uuid from unnest($1::text[], $2::text[]) as given (owner, kind) on conflict do nothing`,
    values: [lines.map((line) => line.account.owner), lines.map((line) => line.account.kind), merchantId],
  })
}

/**
 * Locks accounts of a merchant or its split recipients, at least one, until the transaction ends, in a fixed order, so that a balance
 * read afterwards cannot be spent by others. Each number of accounts has a statement of its own: for an array of unknown length
 * PostgreSQL would plan it again at each call.
 */
export async function lockLedgerAccounts(
  tx: Tx,
  merchantId: string,
  accounts: readonly LedgerAccount[],
): Promise<void> {
  const keys = accounts.map((_, index) => `($${2 * index + 2}, $${2 * index + 3})`)
  await tx.$client.query({
    name: `ledger_lock_${accounts.length}`,
    text: `select 1 from ledger_accounts where merchant_id = $1 and (owner, kind) in (${keys.join()})
           order by owner collate "C", kind collate "C" for no key update`,
    values: [merchantId, ...accounts.flatMap(({ owner, kind }) => [owner, kind])],
  })
}

async function exists(tx: Tx, { reference, merchantId }: LedgerEntry): Promise<boolean> {
  const { rowCount } = await tx.$client.query({
    name: 'ledger_exists',
    text: 'select 1 from ledger_entries where reference = $1 and merchant_id = $2',
    values: [reference, merchantId],
  })
  return rowCount === 1
}

/**
 * SQL expression for the balance of a row `account` of ledger_accounts, in kobo: its snapshot plus the deltas that are not rolled
 * up yet. The account's merchant is an SQL expression as well: a parameter of the whole statement where it has one, because each query of a
 * statement names its merchant so (decision 96).
 */
export const merchantBalanceSql = (merchantId: string) => `(
  coalesce((select snapshot.balance_kobo from ledger_snapshots snapshot
    where snapshot.account_id = account.id and snapshot.merchant_id = ${merchantId}), 0)
  + coalesce((select sum(delta.amount_kobo) from ledger_deltas delta
    where delta.account_id = account.id and delta.merchant_id = ${merchantId}), 0)
)::bigint`

/** The same for accounts of any merchant. */
export const balanceSql = merchantBalanceSql('account.merchant_id')

/** Current balance of an account of a merchant or a split recipient, in kobo. 0 if there is none. */
export async function getMerchantBalance(tx: Tx, merchantId: string, account: LedgerAccount): Promise<number> {
  const { rows } = await tx.$client.query<{ balance: number }>({
    name: 'ledger_merchant_balance',
    text: `select ${merchantBalanceSql('$3')} as balance from ledger_accounts account
           where account.owner = $1 and account.kind = $2 and account.merchant_id = $3`,
    values: [account.owner, account.kind, merchantId],
  })
  return rows[0]?.balance ?? 0
}

/** Current balance of an account, in kobo, whichever merchant it belongs to; of the platform, the sum over all merchants. 0 if there is none. */
export async function getBalance(tx: Tx, account: LedgerAccount): Promise<number> {
  const { rows } = await tx.$client.query<{ balance: number }>({
    name: 'ledger_balance',
    text: `select coalesce(sum(${balanceSql}), 0)::bigint as balance from ledger_accounts account
           where account.owner = $1 and account.kind = $2`,
    values: [account.owner, account.kind],
  })
  return rows[0]!.balance
}
