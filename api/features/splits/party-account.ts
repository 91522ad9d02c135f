import type { Parsed } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import type { cancelPartyAccountChange } from '@adire/contract/splits.ts'
import { and, eq } from 'drizzle-orm'
import type { Context, MemberContext, Reading } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { formatInstant } from '../../lagos.ts'
import { record } from '../audit/audit.ts'
import { bankOf } from '../lookups/lookups.ts'
import { tellMembers } from '../notifications/jobs.ts'
import { splitParties } from './tables.ts'

export type PartyRecord = typeof splitParties.$inferSelect
export type PartyAccount = Pick<PartyRecord, 'bankId' | 'accountNumber'>

const none = { pendingBankId: null, pendingAccountNumber: null, pendingAccountName: null, pendingFrom: null }

export const isSameAccount = (one: PartyAccount, other: PartyAccount) =>
  one.bankId === other.bankId && one.accountNumber === other.accountNumber

/** "Access Bank, number ending 0017": how a message that leaves the dashboard names an account. */
export const placeOf = ({ bankId, accountNumber }: PartyAccount) =>
  `${bankOf(bankId)?.name ?? ''}, number ending ${accountNumber.slice(-4)}`

const fullNameOf = ({ bankId, accountNumber }: PartyAccount) => `${bankOf(bankId)?.name ?? ''} ${accountNumber}`

/** The account that a party is paid to later, if another was asked for. */
export const pendingOf = (party: PartyRecord): PartyAccount | undefined =>
  party.pendingFrom === null ? undefined : { bankId: party.pendingBankId!, accountNumber: party.pendingAccountNumber! }

/** A party of the business, locked until the transaction ends. */
export async function holdParty({ tx, merchant }: Reading, id: string): Promise<PartyRecord> {
  const [party] = await tx
    .select()
    .from(splitParties)
    .where(and(eq(splitParties.merchantId, merchant.id), eq(splitParties.id, id)))
    .for('update')
  if (!party) throw problem.notFound('party')
  return party
}

const change = ({ tx }: Context, { merchantId, id }: PartyRecord, to: Partial<PartyRecord>) =>
  tx
    .update(splitParties)
    .set(to)
    .where(and(eq(splitParties.merchantId, merchantId), eq(splitParties.id, id)))

/** Lets a party be paid to another account from a day later on. The party is locked already. */
export async function requestPartyAccount(
  context: MemberContext,
  party: PartyRecord,
  account: PartyAccount & { accountName: string },
): Promise<void> {
  const pendingFrom = new Date(context.now.getTime() + limits.payoutAccountDelayMs)
  const { bankId: pendingBankId, accountNumber: pendingAccountNumber, accountName: pendingAccountName } = account
  await change(context, party, { pendingBankId, pendingAccountNumber, pendingAccountName, pendingFrom })
  const after = {
    account: fullNameOf(account),
    accountName: pendingAccountName,
    effectiveAt: pendingFrom.toISOString(),
  }
  await record(context, { action: 'payout_account.change_requested', object: party.name, after })
  await warn(
    context,
    party.merchantId,
    `The account of ${party.name} will change`,
    `${context.user.email} asked to pay ${party.name} to ${placeOf(account)} (${pendingAccountName}). It is paid there from ${formatInstant(pendingFrom)}, Lagos. If nobody of your business asked for this, cancel the change under Split payments and change your password.`,
  )
}

/** No confirmation: whoever is quicker to cancel can only leave things as they are. */
export async function cancelPartyAccount(context: MemberContext, { id }: Parsed<typeof cancelPartyAccountChange>) {
  const party = await holdParty(context, id)
  const pending = pendingOf(party)
  if (!pending) throw problem.notFound('pending change')
  await change(context, party, none)
  const before = { account: fullNameOf(pending) }
  await record(context, { action: 'payout_account.change_cancelled', object: party.name, before })
  const text = `${context.user.email} cancelled it. ${party.name} is paid to the present account.`
  await warn(context, party.merchantId, `The change of the account of ${party.name} was cancelled`, text)
}

/** Makes the change of a party's account take effect, once it is due; false where none is. */
export async function applyPartyAccount(context: Context, merchantId: string, id: string): Promise<boolean> {
  const party = await holdParty({ tx: context.tx, merchant: { id: merchantId } }, id)
  const pending = pendingOf(party)
  if (!pending || party.pendingFrom! > context.now) return false
  await change(context, party, { ...pending, accountName: party.pendingAccountName!, ...none })
  await record(context, {
    action: 'payout_account.changed',
    object: party.name,
    before: { account: fullNameOf(party) },
    after: { account: fullNameOf(pending) },
    merchantId,
    actor: { kind: 'system', name: context.config.brand.name },
  })
  const text = `${party.name} is paid to ${placeOf(pending)} from now on. If nobody of your business asked for this, write to us at once.`
  await warn(context, merchantId, `The account of ${party.name} was changed`, text)
  return true
}

/** Where money goes changes: every member of the business is notified. */
const warn = (context: Context, merchantId: string, title: string, text: string) =>
  tellMembers(context, merchantId, { kind: 'security', title, text, path: '/split-payment?show=parties' })
