import * as z from 'zod/mini'
import type { AccountLookup, AccountNames } from '../lookups.ts'
import { saysUnknownAccount } from '../unknown-account.ts'
import { type MonnifyClient, MonnifyRejection } from './client.ts'

const Account = z.object({ accountName: z.string(), accountNumber: z.string() })

/** Name of the holder of an account; undefined if there is no such account. */
export async function findAccountName(
  client: MonnifyClient,
  { bankCode, accountNumber }: Pick<AccountLookup, 'bankCode' | 'accountNumber'>,
): Promise<string | undefined> {
  const query = { accountNumber, bankCode }
  try {
    const path = '/api/v1/disbursements/account/validate'
    return (await client.call('GET', path, { schema: Account, query })).accountName
  } catch (error) {
    if (error instanceof MonnifyRejection && saysUnknownAccount(error.message)) return undefined
    throw error
  }
}

export const monnifyAccountNames = (client: MonnifyClient): AccountNames => ({
  async resolve(account) {
    const accountName = await findAccountName(client, account)
    return accountName === undefined ? { kind: 'unknown' } : { kind: 'found', accountName }
  },
})
