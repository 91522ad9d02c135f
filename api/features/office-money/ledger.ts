import type {
  getLedgerEntry,
  getTrialBalance,
  listAccountLines,
  listLedgerAccounts,
} from '@adire/contract/back-office/money.ts'
import type { AccountLine, LedgerAccountRow } from '@adire/contract/back-office/money-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { StaffContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { fromTimeCursor, toCursor } from '../../database/keyset.ts'
import { listByOffset } from '../../http/page.ts'
import { problem } from '../../http/problem.ts'
import { balanceSql } from '../../ledger/ledger.ts'

/** The owner of an account as an id, so that indexes serve the joins; null for accounts of the provider. */
const ownerId = `case when account.owner not in ('TEST', 'LIVE') then account.owner::uuid end`

/** The accounts of a mode: those of the provider, kept for each business, of its businesses, and of their split recipients. */
const accountsOfMode = `
  select account.id, account.merchant_id, account.kind, account.owner, account.owner in ('TEST', 'LIVE') as is_ours,
         coalesce(merchant.business_name, recipient.name || ' (' || payer.business_name || ')', kept.business_name, account.owner) as name
  from ledger_accounts account
  left join merchants merchant on merchant.id = ${ownerId}
  left join split_recipients recipient on recipient.merchant_id = account.merchant_id and recipient.id = ${ownerId}
  left join merchants payer on payer.id = recipient.merchant_id
  left join merchants kept on kept.id = account.merchant_id
  where coalesce(merchant.mode, payer.mode, account.owner) = $1`

/** The sum of the balances of each kind of account. They add up to 0. */
export async function getTrialBalanceHandler({ tx }: StaffContext, { mode }: ParsedInput<typeof getTrialBalance>) {
  const { rows } = await tx.$client.query<{ kind: string; isOurs: boolean; owners: number; balanceKobo: number }>(
    `select account.kind, account.is_ours as "isOurs", count(distinct account.owner)::int as owners,
            coalesce(sum(${balanceSql}), 0)::bigint as "balanceKobo"
     from (${accountsOfMode}) account group by account.kind, account.is_ours order by account.is_ours desc, account.kind`,
    [mode],
  )
  return { accounts: rows, differenceKobo: rows.reduce((sum, { balanceKobo }) => sum + balanceKobo, 0) }
}

/** The accounts of one kind, the largest balance first. */
export const listLedgerAccountsHandler = (
  { tx }: StaffContext,
  { mode, kind, ...page }: ParsedInput<typeof listLedgerAccounts>,
) =>
  listByOffset(tx, page, {
    query: `select id, kind, name as owner, ${balanceSql} as "balanceKobo" from (${accountsOfMode} and account.kind = $2) account`,
    values: [mode, kind],
    order: 'abs("balanceKobo") desc, id',
    serialize: (account: LedgerAccountRow) => account,
  })

/** The lines of an account, newest first: each is one effect of an entry. */
export async function listAccountLinesHandler(
  { tx }: StaffContext,
  { id, limit, cursor }: ParsedInput<typeof listAccountLines>,
) {
  const account = await findAccount(tx, id)
  const after = cursor === undefined ? undefined : fromTimeCursor(cursor)
  // Ids of entries are in the order of time, so that the index of the account serves the page.
  const { rows } = await tx.$client.query<Omit<AccountLine, 'at'> & { at: Date }>(
    `select entry.id as "entryId", entry.reference, entry.description, entry.at, line.amount_kobo as "amountKobo"
     from ledger_lines line join ledger_entries entry on entry.id = line.entry_id and entry.merchant_id = line.merchant_id
     where line.account_id = $1 and ($2::uuid is null or line.entry_id < $2)
     order by line.entry_id desc limit $3`,
    [id, after?.[1] ?? null, limit + 1],
  )
  const content = rows.slice(0, limit).map((line) => ({ ...line, at: line.at.toISOString() }))
  const last = content.at(-1)
  return { account, content, nextCursor: rows.length > limit && last ? toCursor([last.at, last.entryId]) : null }
}

async function findAccount(tx: Tx, id: string): Promise<LedgerAccountRow> {
  const { rows } = await tx.$client.query<LedgerAccountRow>(
    `select account.id, account.kind, ${ownerName} as owner, ${balanceSql} as "balanceKobo"
     from ledger_accounts account ${ownerJoins} where account.id = $1`,
    [id],
  )
  if (!rows[0]) throw problem.notFound('ledger account')
  return rows[0]
}

const ownerName = `coalesce(merchant.business_name, recipient.name, kept.business_name, account.owner)`
const ownerJoins = `
  left join merchants merchant on merchant.id = ${ownerId}
  left join split_recipients recipient on recipient.merchant_id = account.merchant_id and recipient.id = ${ownerId}
  left join merchants kept on kept.id = account.merchant_id`

/** An entry with all its lines, which add up to 0. */
export async function getLedgerEntryHandler({ tx }: StaffContext, { id }: ParsedInput<typeof getLedgerEntry>) {
  const { rows: entries } = await tx.$client.query<{ id: string; reference: string; description: string; at: Date }>(
    'select id, reference, description, at from ledger_entries where id = $1',
    [id],
  )
  const entry = entries[0]
  if (!entry) throw problem.notFound('ledger entry')
  const { rows } = await tx.$client.query<LedgerAccountRow & { amountKobo: number }>(
    `select account.id, account.kind, ${ownerName} as owner, ${balanceSql} as "balanceKobo", line.amount_kobo as "amountKobo"
     from ledger_lines line
     join ledger_accounts account on account.id = line.account_id and account.merchant_id = line.merchant_id ${ownerJoins}
     where line.entry_id = $1 order by line.amount_kobo, account.id limit 200`,
    [id],
  )
  const lines = rows.map(({ amountKobo, ...account }) => ({ account, amountKobo }))
  return { ...entry, at: entry.at.toISOString(), lines }
}
