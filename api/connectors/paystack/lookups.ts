import * as z from 'zod/mini'
import type { AccountNames } from '../lookups.ts'
import { saysUnknownAccount } from '../unknown-account.ts'
import { type PaystackClient, PaystackRejection } from './client.ts'

const Account = z.object({ account_name: z.string(), account_number: z.string() })

export const paystackAccountNames = (client: PaystackClient): AccountNames => ({
  async resolve({ bankCode, accountNumber }) {
    const query = { account_number: accountNumber, bank_code: bankCode }
    try {
      const { account_name: accountName } = await client.call('GET', '/bank/resolve', { schema: Account, query })
      return { kind: 'found', accountName }
    } catch (error) {
      if (error instanceof PaystackRejection && saysUnknownAccount(error.message)) return { kind: 'unknown' }
      throw error
    }
  },
})
