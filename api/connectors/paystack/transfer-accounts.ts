import { limits } from '@adire/contract/limits.ts'
import * as z from 'zod/mini'
import type { TransferAccount, TransferAccounts, TransferRequest } from '../instructions.ts'
import { openTransaction } from '../open-transaction.ts'
import { type Refunds, toReturn } from '../refunds.ts'
import { findTransactions } from '../transaction-references.ts'
import { isDuplicate, type PaystackClient } from './client.ts'
import { findTransaction } from './transactions.ts'

const Account = z.object({
  account_number: z.string(),
  account_name: z.string(),
  account_expires_at: z.string(),
  bank: z.object({ name: z.string() }),
})

/** Account numbers of Paystack for one payment each. Paystack itself returns other amounts and late transfers. */
export const paystackTransferAccounts = (client: PaystackClient, refunds: Refunds): TransferAccounts => ({
  open: (request) =>
    openTransaction({ sent: request, way: 'transfer', isDuplicate }, (reference) =>
      chargeByTransfer(client, request, reference),
    ),
  async returnTransfer(reference) {
    const transactions = await findTransactions(reference, (one) => findTransaction(client, one))
    const paid = transactions.filter(({ status, channel }) => status === 'success' && channel === 'bank_transfer')
    for (const { reference: charge, amount: amountKobo } of paid)
      await refunds.request(toReturn({ reference: charge, amountKobo }))
  },
})

async function chargeByTransfer(
  client: PaystackClient,
  { amountKobo, email, expiresAt }: TransferRequest,
  reference: string,
): Promise<TransferAccount> {
  const until = expiresAt ?? new Date(Date.now() + limits.transferWindowMs)
  const body = {
    email,
    amount: amountKobo,
    currency: 'NGN',
    reference,
    bank_transfer: { account_expires_at: until.toISOString() },
  }
  const account = await client.call('POST', '/charge', { schema: Account, body })
  return {
    bankName: account.bank.name,
    accountNumber: account.account_number,
    accountName: account.account_name,
    expiresAt: new Date(account.account_expires_at),
  }
}
