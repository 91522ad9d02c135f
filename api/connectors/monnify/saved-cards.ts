import type { SavedCardCharge, SavedCards } from '../charges.ts'
import { toDeclineReason } from '../decline-texts.ts'
import { isDuplicate, type MonnifyClient, MonnifyRejection } from './client.ts'
import { findTransaction, Transaction, toChargeOutcome } from './transactions.ts'

/** Cards that Monnify keeps. A token is charged together with the email of the payment that saved it. */
export const monnifySavedCards = (client: MonnifyClient): SavedCards => ({
  async charge(request) {
    try {
      return toChargeOutcome(await chargeToken(client, request), request)
    } catch (error) {
      if (!(error instanceof MonnifyRejection)) throw error
      const known = await findTransaction(client, request.reference)
      // A used reference belongs to an earlier request, whose outcome decides. The text of a new decline is only in its rejection.
      if (isDuplicate(error)) return known ? toChargeOutcome(known, request) : { kind: 'pending' }
      if (known && known.paymentStatus !== 'FAILED') return toChargeOutcome(known, request)
      return { kind: 'failed', reason: toDeclineReason(error.message), processorText: error.message }
    }
  },
  // Monnify has no operation that forgets a token. The only copy outside Monnify is ours, and it is deleted with the saved card.
  revoke: () => Promise.resolve(true),
})

async function chargeToken(
  client: MonnifyClient,
  { reference, amountKobo, email, token }: SavedCardCharge,
): Promise<Transaction> {
  const body = {
    cardToken: token,
    amount: amountKobo / 100,
    customerName: email,
    customerEmail: email,
    paymentReference: reference,
    paymentDescription: reference,
    currencyCode: 'NGN',
    contractCode: client.contractCode,
    apiKey: client.apiKey,
  }
  const path = '/api/v1/merchant/cards/charge-card-token'
  const charged = await client.call('POST', path, { schema: Transaction, body })
  if (charged.paymentReference !== reference) throw new Error(`Monnify charged another transaction than ${reference}`)
  return charged
}
