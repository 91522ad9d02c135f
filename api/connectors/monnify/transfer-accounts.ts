import * as z from 'zod/mini'
import type { TransferAccount, TransferAccounts, TransferRequest } from '../instructions.ts'
import { openTransaction } from '../open-transaction.ts'
import { type Refunds, toReturn } from '../refunds.ts'
import { findTransactions } from '../transaction-references.ts'
import { isDuplicate, type MonnifyClient } from './client.ts'
import { startTransaction } from './start-transaction.ts'
import { findTransaction, Kobo } from './transactions.ts'

const Account = z.object({
  accountNumber: z.string(),
  accountName: z.string(),
  bankName: z.string(),
  accountDurationSeconds: z.number().check(z.positive()),
  totalPayable: Kobo,
})

/** Account numbers of Monnify for one payment each, for 40 minutes. Monnify itself returns other amounts and late transfers. */
export const monnifyTransferAccounts = (client: MonnifyClient, refunds: Refunds): TransferAccounts => ({
  open: (request) =>
    openTransaction({ sent: request, way: 'transfer', isDuplicate }, (reference) =>
      openAccount(client, request, reference),
    ),
  async returnTransfer(reference) {
    const transactions = await findTransactions(reference, (one) => findTransaction(client, one))
    const paid = transactions.filter(
      ({ paymentStatus, paymentMethod }) => paymentStatus === 'PAID' && paymentMethod === 'ACCOUNT_TRANSFER',
    )
    for (const { paymentReference: charge, amountPaid: amountKobo } of paid)
      await refunds.request(toReturn({ reference: charge, amountKobo }))
  },
})

async function openAccount(
  client: MonnifyClient,
  request: TransferRequest,
  reference: string,
): Promise<TransferAccount> {
  const { transactionReference } = await startTransaction(client, { ...request, reference, method: 'ACCOUNT_TRANSFER' })
  const path = '/api/v1/merchant/bank-transfer/init-payment'
  const account = await client.call('POST', path, { schema: Account, body: { transactionReference } })
  if (account.totalPayable !== request.amountKobo)
    throw new Error(`Monnify expects ${account.totalPayable} for ${reference}, not ${request.amountKobo}`)
  return {
    bankName: account.bankName,
    accountNumber: account.accountNumber,
    accountName: account.accountName,
    // Monnify's own instant has no time zone.
    expiresAt: new Date(Date.now() + account.accountDurationSeconds * 1000),
  }
}
