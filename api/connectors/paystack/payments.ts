import type { ChargeOutcome, PaymentOutcomes, SentPayment } from '../charges.ts'
import { findTransactions, isOfWay } from '../transaction-references.ts'
import { queryTypedCharge } from './challenges.ts'
import type { PaystackClient } from './client.ts'
import {
  findPaid,
  findTransaction,
  type Transaction,
  toChargeOutcome,
  toSuccess,
  waitsForHolder,
} from './transactions.ts'

/** Outcomes of payments, from all of their transactions. */
export function paystackPayments(client: PaystackClient): PaymentOutcomes {
  const query = async (sent: SentPayment): Promise<ChargeOutcome> => {
    const transactions = await findTransactions(sent.reference, (reference) => findTransaction(client, reference))
    const paid = findPaid(transactions)
    if (paid) return toSuccess(client, paid, sent)
    const withoutPayer = transactions.find(({ reference }) => reference === sent.reference)
    if (withoutPayer && waitsForHolder(withoutPayer)) return { kind: 'open' }
    if (withoutPayer)
      return isWithBank(withoutPayer) ? queryTypedCharge(client, sent) : toChargeOutcome(client, withoutPayer, sent)
    const declined = transactions.at(-1)
    if (declined && transactions.every(isDeclinedCode)) return toChargeOutcome(client, declined, sent)
    // A decline on the card page is no end: its payer may try another card there.
    const isDecided = transactions.some(({ status }) => status === 'processing' || status === 'queued')
    return { kind: isDecided ? 'pending' : 'open' }
  }
  // Paystack closes no payment: money that still arrives is reported, and returned then.
  return { query, close: query }
}

/** Whether a payer has rejected the payment on the phone. */
const isDeclinedCode = ({ reference, status }: Transaction): boolean =>
  status === 'failed' && isOfWay(reference, 'ussd')

/** Whether the bank of a card or an account that was charged by its number may wait for a response of the payer. */
const isWithBank = ({ status, channel }: Transaction): boolean =>
  (channel === 'card' || channel === 'bank') && status !== 'success' && status !== 'failed' && status !== 'reversed'
