import * as z from 'zod/mini'
import type { ChargeOutcome, SavedCardCharge, SavedCards } from '../charges.ts'
import { toDeclineReason } from '../decline-texts.ts'
import { type PaystackClient, PaystackRejection } from './client.ts'
import { findTransaction, Transaction, toChargeOutcome } from './transactions.ts'

/** Cards that Paystack keeps: an authorization code is the token. */
export const paystackSavedCards = (client: PaystackClient): SavedCards => ({
  async charge(request) {
    try {
      return toChargeOutcome(client, await chargeAuthorization(client, request), request)
    } catch (error) {
      if (!(error instanceof PaystackRejection)) throw error
      if (error.isDuplicate) return queryCharge(client, request)
      return { kind: 'failed', reason: toDeclineReason(error.message), processorText: error.message }
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
    schema: Transaction,
    body: { email, amount: amountKobo, currency: 'NGN', reference, authorization_code: token },
  })

async function queryCharge(client: PaystackClient, request: SavedCardCharge): Promise<ChargeOutcome> {
  const transaction = await findTransaction(client, request.reference)
  return transaction ? toChargeOutcome(client, transaction, request) : { kind: 'pending' }
}
