import type { Parsed } from '@adire/contract/endpoint.ts'
import type {
  createSplitParty,
  deleteSplitParty,
  listSplitParties,
  SplitParty,
  updateSplitParty,
} from '@adire/contract/splits.ts'
import { and, count, eq } from 'drizzle-orm'
import type { MemberContext, MerchantContext, Steps } from '../../context.ts'
import { anywhereIn, fromCursor, isId, notACursor } from '../../database/keyset.ts'
import { countText, pageOfCounted } from '../../http/page.ts'
import { problem } from '../../http/problem.ts'
import { balanceSql } from '../../ledger/ledger.ts'
import { changesBetween, record } from '../audit/audit.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { askBank } from '../bank-accounts/bank-accounts.ts'
import { bankOf } from '../lookups/lookups.ts'
import { merchants } from '../merchants/tables.ts'
import { tellMembers } from '../notifications/jobs.ts'
import {
  holdParty,
  isSameAccount,
  type PartyAccount,
  type PartyRecord,
  pendingOf,
  placeOf,
  requestPartyAccount,
} from './party-account.ts'
import { splitParties } from './tables.ts'

type New = Parsed<typeof createSplitParty>
type Pending = Pick<PartyRecord, 'pendingBankId' | 'pendingAccountNumber' | 'pendingAccountName' | 'pendingFrom'>
type Row = Omit<SplitParty, 'bankName' | 'createdAt' | 'pendingAccount'> & { createdAt: Date } & Pending

const mostParties = 200

const kobo = (kind: string) => `coalesce((
  select ${balanceSql} from ledger_accounts account where account.owner = party.id::text and account.kind = '${kind}'
), 0)`

const columns = `party.id, party.name, party.status, party.bank_id as "bankId", party.account_number as "accountNumber",
  party.account_name as "accountName", party.created_at as "createdAt",
  party.pending_bank_id as "pendingBankId", party.pending_account_number as "pendingAccountNumber",
  party.pending_account_name as "pendingAccountName", party.pending_from as "pendingFrom",
  ${kobo('pending')} + ${kobo('available')} as "unsettledKobo", ${kobo('in_payout')} as "inPayoutKobo",
  -${kobo('owes')} as "owedKobo",
  (select coalesce(sum(amount_kobo), 0)::bigint from settlements
   where merchant_id = party.merchant_id and owner_id = party.id and status = 'success') as "paidKobo",
  (select count(*) from splits split
   where split.merchant_id = party.merchant_id and split.status = 'active'
     and split.shares @> jsonb_build_array(jsonb_build_object('partyId', party.id))) as splits`

const shown = ({
  createdAt,
  pendingBankId,
  pendingAccountNumber,
  pendingAccountName,
  pendingFrom,
  ...row
}: Row): SplitParty => ({
  ...row,
  bankName: bankOf(row.bankId)?.name ?? '',
  pendingAccount: pendingFrom && {
    bankId: pendingBankId!,
    bankName: bankOf(pendingBankId!)?.name ?? '',
    accountNumber: pendingAccountNumber!,
    accountName: pendingAccountName!,
    effectiveAt: pendingFrom.toISOString(),
  },
  createdAt: createdAt.toISOString(),
})

/** By name. */
export async function list({ tx, merchant }: MerchantContext, input: Parsed<typeof listSplitParties>) {
  const { limit, search, status = 'active', cursor } = input
  const [name, id] = cursor === undefined ? [null, null] : fromCursor(cursor, 2)
  if (id && !isId(id)) throw notACursor()
  const values: unknown[] = []
  const put = (value: unknown) => `$${values.push(value)}`
  const own = [`merchant_id = ${put(merchant.id)}`, `status = ${put(status)}`]
  if (search) own.push(anywhereIn(['name'], search, put))
  const matching = own.join(' and ')
  const page = id ? `${matching} and (name, id) > (${put(name)}, ${put(id)}::uuid)` : matching
  const { rows } = await tx.$client.query<Row & { total: number }>(
    `with total as (${countText('split_parties', matching)}), party as (
       select * from split_parties where ${page} order by name, id
       limit ${put(limit + 1)} offset ${put(cursor === undefined ? input.offset : 0)}
     )
     select total.total, ${columns} from total left join party on true order by party.name, party.id`,
    values,
  )
  return pageOfCounted(rows, input, {
    show: ({ total: _, ...row }: Row & { total: number }) => shown(row),
    keyOf: ({ name, id }) => [name, id],
    isThere: ({ id }) => id !== null,
  })
}

async function show({ tx, merchant }: MerchantContext, id: string): Promise<SplitParty> {
  const { rows } = await tx.$client.query<Row>({
    name: 'split_party',
    text: `select ${columns} from split_parties party where merchant_id = $1 and id = $2`,
    values: [merchant.id, id],
  })
  return shown(rows[0]!)
}

/** The bank says whose account it is before a party is kept: money goes there by itself. */
export const create = {
  async prepare(steps: Steps<MemberContext>, input: New): Promise<string> {
    await steps.write(async (context) => {
      await requireConfirmation(context)
      await refuseMore(context)
    })
    return holderOf(steps, input)
  },
  async create(context: MemberContext, input: New, accountName: string) {
    const { tx, merchant, now } = context
    // Two at once count one after the other.
    await tx.select({ id: merchants.id }).from(merchants).where(eq(merchants.id, merchant.id)).for('no key update')
    await refuseMore(context)
    const [party] = await tx
      .insert(splitParties)
      .values({ merchantId: merchant.id, ...contentOf(input), accountName, createdAt: now })
      .returning()
    await record(context, { action: 'split_party.created', object: party!.name, after: auditedOf(party!) })
    await warn(context, `added ${party!.name}, ${placeOf(party!)}, to share payments with`)
    return show(context, party!.id)
  },
}

const contentOf = ({ name, bankId, accountNumber }: New) => ({ name, bankId, accountNumber })

async function holderOf(steps: Steps<MemberContext>, account: PartyAccount): Promise<string> {
  const { accountName } = await askBank(steps, account)
  if (accountName) return accountName
  const message = 'The bank did not say whose account this is, so nothing can be paid to it'
  throw problem.field('accountNumber', message, 'account_not_confirmed')
}

async function refuseMore({ tx, merchant }: MerchantContext): Promise<void> {
  const [found] = await tx
    .select({ many: count() })
    .from(splitParties)
    .where(and(eq(splitParties.merchantId, merchant.id), eq(splitParties.status, 'active')))
  if (found!.many >= mostParties)
    throw problem.conflict('too_many_parties', `You share with ${mostParties} parties, which is the most`)
}

/** The name at once; another account a day later. A settlement that is under way still goes where it was sent. */
export async function update(steps: Steps<MemberContext>, { id, ...input }: Parsed<typeof updateSplitParty>) {
  const before = await steps.write(async (context) => {
    await requireConfirmation(context)
    return holdParty(context, id)
  })
  const accountName = isKnown(before, input) ? undefined : await holderOf(steps, input)
  return steps.write(async (context) => {
    const { tx, merchant } = context
    const held = await holdParty(context, id)
    if (!accountName && !isKnown(held, input))
      throw problem.conflict('party_changed', 'This party was changed meanwhile. Look at it and try again.')
    const [after] = await tx
      .update(splitParties)
      .set({ name: input.name })
      .where(and(eq(splitParties.merchantId, merchant.id), eq(splitParties.id, id)))
      .returning()
    const changes = changesBetween(auditedOf(held), auditedOf(after!))
    if (changes) await record(context, { action: 'split_party.updated', object: held.name, ...changes })
    if (!isKnown(held, input)) await requestPartyAccount(context, after!, { ...input, accountName: accountName! })
    return show(context, id)
  })
}

/** Whether it is the present account, or the one that waits to be. */
function isKnown(party: PartyRecord, account: PartyAccount): boolean {
  const pending = pendingOf(party)
  return isSameAccount(party, account) || (pending !== undefined && isSameAccount(pending, account))
}

/** One that has had a share is kept for its books, and paid what it still has. */
export async function remove(context: MemberContext, { id }: Parsed<typeof deleteSplitParty>): Promise<void> {
  const { tx, merchant } = context
  const party = await holdParty(context, id)
  const { rows } = await tx.$client.query<{ active: string | null; known: boolean }>(
    `select (select min(name) from splits where merchant_id = $1 and status = 'active' and shares @> $3::jsonb) as active,
            exists (select 1 from splits where merchant_id = $1 and shares @> $3::jsonb)
              or exists (select 1 from ledger_accounts where owner = $2)
              or exists (select 1 from payments where merchant_id = $1 and split_id is not null and split -> 'shares' @> $3::jsonb)
              as known`,
    [merchant.id, id, JSON.stringify([{ partyId: id }])],
  )
  const { active, known } = rows[0]!
  if (active !== null)
    throw problem.conflict('party_in_use', `${party.name} has a share in ${active}. Take it out of there first.`)
  const ofParty = and(eq(splitParties.merchantId, merchant.id), eq(splitParties.id, id))
  if (known) await tx.update(splitParties).set({ status: 'archived' }).where(ofParty)
  else await tx.delete(splitParties).where(ofParty)
  await record(context, { action: known ? 'split_party.archived' : 'split_party.removed', object: party.name })
}

const auditedOf = ({ name, bankId, accountNumber, accountName }: PartyRecord) => ({
  name,
  account: `${bankOf(bankId)?.name ?? ''} ${accountNumber}`,
  accountName,
})

/** Where money goes was changed: everyone of the business hears of it. */
async function warn(context: MemberContext, what: string): Promise<void> {
  await tellMembers(context, context.merchant.id, {
    kind: 'security',
    title: 'An account that payments are shared with was changed',
    text: `${context.user.email} ${what}. If nobody of your business did, change your password and write to us.`,
    path: '/split-payment',
  })
}
