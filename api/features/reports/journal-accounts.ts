import type { ParsedInput } from '@adire/contract/endpoint.ts'
import {
  type JournalAccount,
  journalAccountKeys,
  journalAccounts,
  type updateJournalAccounts,
} from '@adire/contract/reports.ts'
import type { JournalAccounts } from '@adire/contract/reports-schemas.ts'
import { eq } from 'drizzle-orm'
import type { MemberContext, ReadContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { changesBetween, recordAuditEvent } from '../audit/audit.ts'
import { lockMerchant } from '../merchants/lock-merchant.ts'
import { journalAccountNames } from './tables.ts'

/** Code and name of each account of the journal: those of the business, else the defaults. */
export async function loadJournalAccounts({ tx, merchant }: ReadContext): Promise<JournalAccounts> {
  const rows = await tx.select().from(journalAccountNames).where(eq(journalAccountNames.merchantId, merchant.id))
  const own = rows.map(({ account, code, name }) => [account, { code, name }] as const)
  return { ...journalAccounts, ...Object.fromEntries(own) }
}

const isDefault = (account: JournalAccount, { code, name }: JournalAccounts[JournalAccount]) =>
  code === journalAccounts[account].code && name === journalAccounts[account].name

const toResponse = (accounts: JournalAccounts) => ({
  accounts,
  isDefault: journalAccountKeys.every((account) => isDefault(account, accounts[account])),
})

export const getJournalAccountsHandler = async (context: ReadContext) => toResponse(await loadJournalAccounts(context))

/**
 * One account of the program has one code and one name: Xero and Sage find it by its code, QuickBooks by its name.
 * @throws validation_error (422) on the second account of a pair that does not agree
 */
function requireAgreement(accounts: JournalAccounts): void {
  const byCode = new Map<string, string>()
  const byName = new Map<string, string>()
  for (const key of journalAccountKeys) {
    const { code, name } = accounts[key]
    const [codeKey, nameKey] = [code.toLowerCase(), name.toLowerCase()]
    const known = byCode.get(codeKey)
    if (known !== undefined && known !== nameKey)
      throw problem.field(`accounts.${key}.name`, `Code ${code} has two names. Use the same name for both accounts`)
    const knownCode = byName.get(nameKey)
    if (knownCode !== undefined && knownCode !== codeKey)
      throw problem.field(`accounts.${key}.code`, `${name} has two codes. Use the same code for both accounts`)
    byCode.set(codeKey, nameKey)
    byName.set(nameKey, codeKey)
  }
}

/** Replaces the accounts of the business; two requests at once follow each other. */
async function replaceAccounts(
  context: MemberContext,
  accounts: JournalAccounts,
  action: 'journal_accounts.updated' | 'journal_accounts.reset',
): Promise<void> {
  const { tx, merchant } = context
  await lockMerchant(context)
  const changes = changesBetween(describeAll(await loadJournalAccounts(context)), describeAll(accounts))
  if (!changes) return
  await tx.delete(journalAccountNames).where(eq(journalAccountNames.merchantId, merchant.id))
  const own = journalAccountKeys.filter((account) => !isDefault(account, accounts[account]))
  if (own.length > 0)
    await tx
      .insert(journalAccountNames)
      .values(own.map((account) => ({ merchantId: merchant.id, account, ...accounts[account] })))
  await recordAuditEvent(context, { action, ...changes })
}

/** "4000 Sales" of each account, for the audit log. */
const describeAll = (accounts: JournalAccounts) =>
  Object.fromEntries(journalAccountKeys.map((key) => [key, `${accounts[key].code} ${accounts[key].name}`]))

export async function updateJournalAccountsHandler(
  context: MemberContext,
  { accounts }: ParsedInput<typeof updateJournalAccounts>,
) {
  requireAgreement(accounts)
  await replaceAccounts(context, accounts, 'journal_accounts.updated')
  return toResponse(accounts)
}

export const resetJournalAccountsHandler = (context: MemberContext) =>
  replaceAccounts(context, { ...journalAccounts }, 'journal_accounts.reset')
