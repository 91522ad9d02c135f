import { type ChargeOutcome, type PaymentOutcomes, reversedCharge, type SentPayment } from '../charges.ts'
import { findTransactions } from '../transaction-references.ts'
import type { MonnifyClient } from './client.ts'
import { findDebit } from './debits.ts'
import { findPaid, findTransaction, toChargeOutcome, toSuccess } from './transactions.ts'

/** Outcomes of payments, from all of their transactions. */
export function monnifyPayments(client: MonnifyClient): PaymentOutcomes {
  const query = async (sent: SentPayment): Promise<ChargeOutcome> => {
    const transactions = await findTransactions(sent.reference, (reference) => findTransaction(client, reference))
    const paid = findPaid(transactions)
    if (paid) return toSuccess(paid, sent)
    const withoutPayer = transactions.find(({ paymentReference }) => paymentReference === sent.reference)
    if (!withoutPayer) return { kind: 'open' }
    const outcome = toChargeOutcome(withoutPayer, sent)
    // A failed transaction has no text; the status of a debit has one. That of a reversed one is still that it was paid.
    return outcome.kind === 'failed' && outcome !== reversedCharge
      ? ((await findDebit(client, sent)) ?? outcome)
      : outcome
  }
  // Monnify closes no payment: money that still arrives is reported, and returned then.
  return { query, close: query }
}
