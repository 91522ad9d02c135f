import * as z from 'zod/mini'
import type { Payouts, TransferOut, TransferOutcome } from '../payouts.ts'
import { isNotFound, type MonnifyClient, MonnifyRejection } from './client.ts'
import { findAccountName } from './lookups.ts'
import { Kobo } from './transactions.ts'

const Text = z.optional(z.nullable(z.string()))
const Disbursement = z.object({
  reference: z.string(),
  status: z.string(),
  amount: Kobo,
  currency: Text,
  sessionId: Text,
  transactionReference: Text,
})
type Disbursement = z.output<typeof Disbursement>

const failures: Record<string, string> = {
  FAILED: 'The bank did not accept the transfer',
  REVERSED: 'The bank sent the money back',
  EXPIRED: 'The transfer was not approved',
}

/** Payouts from our wallet at Monnify. Its account must not require a one-time password for transfers. */
export const monnifyPayouts = (client: MonnifyClient): Payouts => ({
  async send(request) {
    const known = await findDisbursement(client, request.reference)
    if (known) return toOutcome(known, request.amountKobo)
    // Monnify pays only to the name that it has just looked up.
    const destinationAccountName = await findAccountName(client, request.account)
    if (!destinationAccountName)
      return { kind: 'returned', message: 'The bank does not know this account', isUnsent: true }
    return disburse(client, request, destinationAccountName)
  },
  async query(reference) {
    const known = await findDisbursement(client, reference)
    return known ? toOutcome(known) : { kind: 'unknown' }
  },
})

async function disburse(
  client: MonnifyClient,
  { reference, amountKobo, account, narration }: TransferOut,
  destinationAccountName: string,
): Promise<TransferOutcome> {
  const body = {
    amount: amountKobo / 100,
    reference,
    narration,
    destinationBankCode: account.bankCode,
    destinationAccountNumber: account.accountNumber,
    destinationAccountName,
    currency: 'NGN',
    sourceAccountNumber: client.walletAccount,
    async: true,
  }
  try {
    const path = '/api/v2/disbursements/single'
    const made = await client.call('POST', path, { schema: Disbursement, body })
    return toOutcome(requireOurs(made, reference), amountKobo)
  } catch (error) {
    if (!(error instanceof MonnifyRejection)) throw error
    // If the reference was used already, its transfer is the outcome. After any other rejection (a wallet without enough money, or an equal
    // transfer to the same account within two minutes) no transfer was made, and the job tries again.
    const known = await findDisbursement(client, reference)
    if (known) return toOutcome(known, amountKobo)
    throw error
  }
}

async function findDisbursement(client: MonnifyClient, reference: string): Promise<Disbursement | undefined> {
  try {
    const path = '/api/v2/disbursements/single/summary'
    return requireOurs(await client.call('GET', path, { schema: Disbursement, query: { reference } }), reference)
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

/** @throws Error if it is another transfer, or in another currency */
function requireOurs(disbursement: Disbursement, reference: string): Disbursement {
  const { reference: given, currency } = disbursement
  if (given !== reference || (currency && currency !== 'NGN'))
    throw new Error(`Monnify reports the transfer ${given} in ${currency}, not ${reference}`)
  return disbursement
}

/** @throws Error if the transfer is of another amount */
function toOutcome(disbursement: Disbursement, amountKobo = disbursement.amount): TransferOutcome {
  const { reference, status, amount, sessionId, transactionReference } = disbursement
  if (amount !== amountKobo)
    throw new Error(`Monnify reports a transfer of ${amount} for ${reference}, not ${amountKobo}`)
  if (status === 'SUCCESS' || status === 'COMPLETED')
    return { kind: 'paid', bankReference: sessionId || transactionReference || reference }
  const message = failures[status]
  return message ? { kind: 'returned', message, bankReference: sessionId || undefined } : { kind: 'pending' }
}
