import * as z from 'zod/mini'
import type { SentPayment } from '../charges.ts'
import type { MonnifyClient } from './client.ts'

const Started = z.object({
  transactionReference: z.string(),
  paymentReference: z.string(),
  apiKey: z.optional(z.nullable(z.string())),
  checkoutUrl: z.url(),
})

interface NewTransaction extends SentPayment {
  email: string
  method: 'CARD' | 'ACCOUNT_TRANSFER'
  /** The payer comes back to it from Monnify's page. */
  returnUrl?: string
}

/**
 * Starts a transaction, which can then be paid by one method.
 * @throws MonnifyRejection if the reference was used before
 */
export async function startTransaction(client: MonnifyClient, transaction: NewTransaction) {
  const { reference, amountKobo, email, method, returnUrl } = transaction
  const body = {
    amount: amountKobo / 100,
    customerName: email,
    customerEmail: email,
    paymentReference: reference,
    paymentDescription: reference,
    contractCode: client.contractCode,
    currencyCode: 'NGN',
    paymentMethods: [method],
    ...(returnUrl && { redirectUrl: returnUrl }),
  }
  const path = '/api/v1/merchant/transactions/init-transaction'
  const started = await client.call('POST', path, { schema: Started, body })
  // Nothing else in Monnify's responses tells whose and which mode's they are.
  if (started.paymentReference !== reference || (started.apiKey && started.apiKey !== client.apiKey))
    throw new Error(`Monnify started another transaction than ${reference}`)
  return started
}
