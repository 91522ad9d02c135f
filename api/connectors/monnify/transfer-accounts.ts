import * as z from 'zod/mini'
import type { SentPayment } from '../charges.ts'
import type { TransferAccount, TransferAccounts, TransferRequest } from '../instructions.ts'
import { openTransaction } from '../open-transaction.ts'
import { type Refunds, toReturn } from '../refunds.ts'
import { findTransactions } from '../transaction-references.ts'
import { isDuplicate, type MonnifyClient } from './client.ts'
import { startTransaction } from './start-transaction.ts'
import { channelOf, findTransaction, Kobo } from './transactions.ts'

const Account = z.object({
  accountNumber: z.string(),
  accountName: z.string(),
  bankName: z.string(),
  accountDurationSeconds: z.number().check(z.positive()),
  totalPayable: Kobo,
  ussdPayment: z.optional(z.nullable(z.string())),
})

/** Account numbers of Monnify for one payment each, for 40 minutes. Monnify itself returns other amounts and late transfers. */
export const monnifyTransferAccounts = (client: MonnifyClient, refunds: Refunds): TransferAccounts => ({
  open: (request) =>
    openTransaction({ sent: request, way: 'transfer', isDuplicate }, (reference) =>
      openAccount(client, request, reference),
    ),
  async returnTransfer(reference) {
    const transactions = await findTransactions(reference, (one) => findTransaction(client, one))
    const paid = transactions.filter((one) => one.paymentStatus === 'PAID' && channelOf(one) === 'bank_transfer')
    for (const { paymentReference: charge, amountPaid: amountKobo } of paid)
      await refunds.request(toReturn({ reference: charge, amountKobo }))
  },
})

async function openAccount(
  client: MonnifyClient,
  { amountKobo, email }: TransferRequest,
  reference: string,
): Promise<TransferAccount> {
  const { ussdPayment: _, ...account } = await openTransferAccount(client, { reference, amountKobo, email })
  return account
}

interface NewAccount extends SentPayment {
  email: string
  /** Bank of a payer who dials a code. */
  bankCode?: string | undefined
}

/**
 * Opens an account number for one transaction. `ussdPayment`: the code of the bank, if Monnify has one.
 * @throws MonnifyRejection if the reference was used before
 */
export async function openTransferAccount(
  client: MonnifyClient,
  { bankCode, ...sent }: NewAccount,
): Promise<TransferAccount & { ussdPayment: string | null }> {
  const { transactionReference } = await startTransaction(client, { ...sent, method: 'ACCOUNT_TRANSFER' })
  const path = '/api/v1/merchant/bank-transfer/init-payment'
  const body = { transactionReference, ...(bankCode && { bankCode }) }
  const account = await client.call('POST', path, { schema: Account, body })
  if (account.totalPayable !== sent.amountKobo)
    throw new Error(`Monnify expects ${account.totalPayable} for ${sent.reference}, not ${sent.amountKobo}`)
  return {
    bankName: account.bankName,
    accountNumber: account.accountNumber,
    accountName: account.accountName,
    ussdPayment: account.ussdPayment ?? null,
    // Monnify's own instant has no time zone.
    expiresAt: new Date(Date.now() + account.accountDurationSeconds * 1000),
  }
}
