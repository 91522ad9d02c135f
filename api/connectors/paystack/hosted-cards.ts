import * as z from 'zod/mini'
import type { ChargeOutcome, HostedCardRequest, HostedCards } from '../charges.ts'
import { openTransaction } from '../open-transaction.ts'
import { isDuplicate, type PaystackClient } from './client.ts'

const Page = z.object({ authorization_url: z.url() })

/** Paystack's card page: card numbers do not reach us. */
export const paystackHostedCards = (client: PaystackClient): HostedCards => ({
  open: (request) =>
    openTransaction({ sent: request, way: 'card', isDuplicate }, (reference) => initialize(client, request, reference)),
})

async function initialize(
  client: PaystackClient,
  { amountKobo, email, returnUrl }: HostedCardRequest,
  reference: string,
): Promise<ChargeOutcome> {
  const body = { email, amount: amountKobo, currency: 'NGN', reference, callback_url: returnUrl, channels: ['card'] }
  const { authorization_url: openUrl } = await client.call('POST', '/transaction/initialize', { schema: Page, body })
  return { kind: 'challenge', challenge: 'bank_page', attemptsLeft: null, wrong: false, openUrl }
}
