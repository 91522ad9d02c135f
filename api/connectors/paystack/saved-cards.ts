import * as z from 'zod/mini'
import type { ChargeOutcome, SavedCardCharge, SavedCards } from '../charges.ts'
import { type PaystackClient, PaystackRejection } from './client.ts'
import { findTransaction, resolveRejection, Transaction, toChargeOutcome, waitsForHolder } from './transactions.ts'

/** Response of a charge that the holder of the card has to confirm on a page of Paystack. */
const Paused = z.object({ paused: z.literal(true), reference: z.string(), authorization_url: z.url() })
type Paused = z.output<typeof Paused>

/** Cards that Paystack keeps: an authorization code is the token. */
export const paystackSavedCards = (client: PaystackClient): SavedCards => ({
  async charge(request) {
    try {
      const charged = await chargeAuthorization(client, request)
      return 'paused' in charged ? toConfirmation(charged, request) : toChargeOutcome(client, charged, request)
    } catch (error) {
      return resolveRejection(error, () => queryCharge(client, request))
    }
  },
  async revoke(token) {
    const body = { authorization_code: token }
    try {
      await client.call('POST', '/customer/authorization/deactivate', { schema: z.unknown(), body })
    } catch (error) {
      // Unknown, or deactivated before.
      if (!(error instanceof PaystackRejection)) throw error
    }
    return true
  },
})

const chargeAuthorization = (client: PaystackClient, { reference, amountKobo, email, token }: SavedCardCharge) =>
  client.call('POST', '/transaction/charge_authorization', {
    schema: z.union([Paused, Transaction]),
    body: { email, amount: amountKobo, currency: 'NGN', reference, authorization_code: token },
  })

/** @throws Error if the response is about another charge */
function toConfirmation({ reference, authorization_url: openUrl }: Paused, sent: SavedCardCharge): ChargeOutcome {
  if (reference !== sent.reference) throw new Error(`Paystack reports the charge ${reference}, not ${sent.reference}`)
  return { kind: 'challenge', challenge: 'bank_page', attemptsLeft: null, wrong: false, openUrl }
}

/** Outcome of a charge that was made; undefined if there is none of this reference. */
async function queryCharge(client: PaystackClient, request: SavedCardCharge): Promise<ChargeOutcome | undefined> {
  const transaction = await findTransaction(client, request.reference)
  if (!transaction) return undefined
  return waitsForHolder(transaction) ? { kind: 'open' } : toChargeOutcome(client, transaction, request)
}
