import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { createSplitParty, deleteSplitParty, listSplitParties, updateSplitParty } from '@adire/contract/splits.ts'
import type { SplitParty } from '@adire/contract/splits-schemas.ts'
import { and, count, eq } from 'drizzle-orm'
import type { MemberContext, MerchantContext, UnitOfWork } from '../../context.ts'
import { anywhereIn, fromCursor, invalidCursor, isId, type PutParameter } from '../../database/keyset.ts'
import { countText, pageOfCounted } from '../../http/page.ts'
import { problem } from '../../http/problem.ts'
import { paidOutSql, unsettledSql } from '../../ledger/funds.ts'
import { merchantBalanceSql } from '../../ledger/ledger.ts'
import { changesBetween, recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { resolveAccountName } from '../bank-accounts/check.ts'
import { findBank } from '../lookups/lookups.ts'
import { lockMerchant } from '../merchants/lock-merchant.ts'
import { sendNotification } from '../notifications/jobs.ts'
import {
  describeAccount,
  describeRecipientAccount,
  isSameAccount,
  lockRecipient,
  pendingAccount,
  type RecipientAccount,
  type RecipientRecord,
  requestRecipientAccount,
} from './recipient-account.ts'
import { splitRecipients } from './tables.ts'

type New = ParsedInput<typeof createSplitParty>
type Update = ParsedInput<typeof updateSplitParty>
type Pending = Pick<RecipientRecord, 'pendingBankId' | 'pendingAccountNumber' | 'pendingAccountName' | 'pendingFrom'>
export type RecipientRow = Omit<SplitParty, 'bankName' | 'createdAt' | 'pendingAccount'> & { createdAt: Date } & Pending

/** Maximum number of recipients of a business that are not deleted. */
const maxActiveRecipients = 200

const kobo = (kind: string) => `coalesce((
  select ${merchantBalanceSql('$1')} from ledger_accounts account
  where account.merchant_id = $1 and account.owner = recipient.id::text and account.kind = '${kind}'
), 0)`

/** Columns of a recipient of the merchant $1. */
export const recipientColumns = `recipient.id, recipient.name, recipient.status, recipient.bank_id as "bankId", recipient.account_number as "accountNumber",
  recipient.account_name as "accountName", recipient.created_at as "createdAt",
  recipient.pending_bank_id as "pendingBankId", recipient.pending_account_number as "pendingAccountNumber",
  recipient.pending_account_name as "pendingAccountName", recipient.pending_from as "pendingFrom",
  ${unsettledSql('$1', 'recipient.id::text')} as "unsettledKobo", ${kobo('in_payout')} as "inPayoutKobo",
  -${kobo('receivable')} as "owedKobo",
  (select ${paidOutSql} from settlements where merchant_id = $1 and owner_id = recipient.id) as "paidKobo",
  (select count(*) from splits split
   where split.merchant_id = $1 and split.status = 'active'
     and split.shares @> jsonb_build_array(jsonb_build_object('partyId', recipient.id))) as splits`

const toRecipientResponse = ({
  createdAt,
  pendingBankId,
  pendingAccountNumber,
  pendingAccountName,
  pendingFrom,
  ...row
}: RecipientRow): SplitParty => ({
  ...row,
  bankName: findBank(row.bankId)?.name ?? '',
  pendingAccount: pendingFrom && {
    bankId: pendingBankId!,
    bankName: findBank(pendingBankId!)?.name ?? '',
    accountNumber: pendingAccountNumber!,
    accountName: pendingAccountName!,
    effectiveAt: pendingFrom.toISOString(),
  },
  createdAt: createdAt.toISOString(),
})

/** SQL condition for the recipients of a list or a file. The merchant's id becomes $1 if nothing was put before. */
export function matchRecipients(
  merchantId: string,
  { search, status = 'active' }: Pick<ParsedInput<typeof listSplitParties>, 'search' | 'status'>,
  put: PutParameter,
): string {
  const conditions = [`merchant_id = ${put(merchantId)}`]
  if (status !== 'all') conditions.push(`status = ${put(status)}`)
  if (search) conditions.push(anywhereIn(['name'], search, put))
  return conditions.join(' and ')
}

/** Recipients, sorted by name. */
export async function listSplitPartiesHandler(
  { tx, merchant }: MerchantContext,
  input: ParsedInput<typeof listSplitParties>,
) {
  const { limit, cursor } = input
  const [name, id] = cursor === undefined ? [null, null] : fromCursor(cursor, 2)
  if (id && !isId(id)) throw invalidCursor()
  const values: unknown[] = []
  const put = (value: unknown) => `$${values.push(value)}`
  const matching = matchRecipients(merchant.id, input, put)
  const page = id ? `${matching} and (name, id) > (${put(name)}, ${put(id)}::uuid)` : matching
  const { rows } = await tx.$client.query<RecipientRow & { total: number }>(
    `with total as (${countText('split_recipients', matching)}), recipient as (
       select * from split_recipients where ${page} order by name, id
       limit ${put(limit + 1)} offset ${put(cursor === undefined ? input.offset : 0)}
     )
     select total.total, ${recipientColumns} from total left join recipient on true order by recipient.name, recipient.id`,
    values,
  )
  return pageOfCounted(rows, input, {
    serialize: ({ total: _, ...row }: RecipientRow & { total: number }) => toRecipientResponse(row),
    keyOf: ({ name, id }) => [name, id],
    isThere: ({ id }) => id !== null,
  })
}

async function retrieveRecipient({ tx, merchant }: MerchantContext, id: string): Promise<SplitParty> {
  const { rows } = await tx.$client.query<RecipientRow>({
    name: 'split_party',
    text: `select ${recipientColumns} from split_recipients recipient where merchant_id = $1 and id = $2`,
    values: [merchant.id, id],
  })
  return toRecipientResponse(rows[0]!)
}

/**
 * Creates a recipient. Its bank confirms the account holder first, because payouts to it are automatic.
 * @throws 403 confirmation_required; 409 too_many_parties; 422 account_unknown or account_not_confirmed; 429 and 503 of
 * `resolveAccountName`
 */
export const createSplitPartyHandler = {
  async prepare(unitOfWork: UnitOfWork<MemberContext>, input: New): Promise<string> {
    await unitOfWork.write(async (context) => {
      await requireConfirmation(context)
      await requireRecipientAllowed(context)
    })
    return requireAccountName(unitOfWork, input)
  },
  async create(context: MemberContext, input: New, accountName: string) {
    const { tx, merchant, now } = context
    await lockMerchant(context)
    await requireRecipientAllowed(context)
    const [recipient] = await tx
      .insert(splitRecipients)
      .values({ merchantId: merchant.id, ...pickContent(input), accountName, createdAt: now })
      .returning()
    await recordAuditEvent(context, {
      action: 'split_party.created',
      object: recipient!.name,
      after: toAuditValues(recipient!),
    })
    await notifyRecipientAdded(context, recipient!)
    return retrieveRecipient(context, recipient!.id)
  },
}

const pickContent = ({ name, bankId, accountNumber }: New) => ({ name, bankId, accountNumber })

async function requireAccountName(unitOfWork: UnitOfWork<MemberContext>, account: RecipientAccount): Promise<string> {
  const { accountName } = await resolveAccountName(unitOfWork, account)
  if (accountName) return accountName
  const message = 'The bank did not return the name of this account, so nothing can be paid to it'
  throw problem.field('accountNumber', message, 'account_not_confirmed')
}

async function requireRecipientAllowed({ tx, merchant }: MerchantContext): Promise<void> {
  const [found] = await tx
    .select({ many: count() })
    .from(splitRecipients)
    .where(and(eq(splitRecipients.merchantId, merchant.id), eq(splitRecipients.status, 'active')))
  if (found!.many >= maxActiveRecipients)
    throw problem.conflict(
      'too_many_parties',
      `You can have at most ${maxActiveRecipients} recipients. Remove one first`,
    )
}

/**
 * Changes a recipient: the name at once, the account a day later. A settlement in transit still goes to its previous account.
 * @throws 403 confirmation_required; 404 party_not_found; 409 party_changed; 422 account_unknown or account_not_confirmed; 429 and 503
 * of `resolveAccountName`
 */
export const updateSplitPartyHandler = {
  async prepare(unitOfWork: UnitOfWork<MemberContext>, { id, ...input }: Update): Promise<string | undefined> {
    const before = await unitOfWork.write(async (context) => {
      await requireConfirmation(context)
      return lockRecipient(context, id)
    })
    return isKnown(before, input) ? undefined : requireAccountName(unitOfWork, input)
  },
  async create(context: MemberContext, { id, ...input }: Update, accountName: string | undefined) {
    const { tx, merchant } = context
    const recipient = await lockRecipient(context, id)
    if (!accountName && !isKnown(recipient, input))
      throw problem.conflict('party_changed', 'Someone else has changed this recipient. Check it and try again.')
    const [after] = await tx
      .update(splitRecipients)
      .set({ name: input.name })
      .where(and(eq(splitRecipients.merchantId, merchant.id), eq(splitRecipients.id, id)))
      .returning()
    const changes = changesBetween(toAuditValues(recipient), toAuditValues(after!))
    if (changes) await recordAuditEvent(context, { action: 'split_party.updated', object: recipient.name, ...changes })
    if (!isKnown(recipient, input))
      await requestRecipientAccount(context, after!, { ...input, accountName: accountName! })
    return retrieveRecipient(context, id)
  },
}

/** Whether this is the account in use, or the one already requested. */
function isKnown(recipient: RecipientRecord, account: RecipientAccount): boolean {
  const pending = pendingAccount(recipient)
  return isSameAccount(recipient, account) || (pending !== undefined && isSameAccount(pending, account))
}

/**
 * Deletes a recipient. One that has ever had a share is archived for accounting, and still paid its remaining balance.
 * @throws 404 party_not_found; 409 party_in_use if an active split includes it
 */
export async function deleteSplitPartyHandler(
  context: MemberContext,
  { id }: ParsedInput<typeof deleteSplitParty>,
): Promise<void> {
  const { tx, merchant } = context
  const recipient = await lockRecipient(context, id)
  const { rows } = await tx.$client.query<{ active: string | null; known: boolean }>(
    `select (select min(name) from splits where merchant_id = $1 and status = 'active' and shares @> $3::jsonb) as active,
            exists (select 1 from splits where merchant_id = $1 and shares @> $3::jsonb)
              or exists (select 1 from ledger_accounts where merchant_id = $1 and owner = $2)
              or exists (select 1 from payments where merchant_id = $1 and split_id is not null and split -> 'shares' @> $3::jsonb)
              as known`,
    [merchant.id, id, JSON.stringify([{ partyId: id }])],
  )
  const { active, known } = rows[0]!
  if (active !== null)
    throw problem.conflict('party_in_use', `${recipient.name} has a share in ${active}. Remove it there first.`)
  const ofRecipient = and(eq(splitRecipients.merchantId, merchant.id), eq(splitRecipients.id, id))
  if (known) await tx.update(splitRecipients).set({ status: 'archived' }).where(ofRecipient)
  else await tx.delete(splitRecipients).where(ofRecipient)
  await recordAuditEvent(context, {
    action: known ? 'split_party.archived' : 'split_party.removed',
    object: recipient.name,
  })
}

const toAuditValues = ({ name, bankId, accountNumber, accountName }: RecipientRecord) => ({
  name,
  account: describeAccount({ bankId, accountNumber }),
  accountName,
})

/** Notifies all members, because payments can now be paid out to another account. */
async function notifyRecipientAdded(context: MemberContext, recipient: RecipientRecord): Promise<void> {
  const added = `added ${recipient.name}, ${describeRecipientAccount(recipient)}, to share payments with`
  await sendNotification(context, context.merchant.id, {
    kind: 'security',
    title: 'A split recipient was added',
    text: `${await readActorName(context)} ${added}. If no one at your business did this, change your password and contact us.`,
    path: '/split-payment',
  })
}
