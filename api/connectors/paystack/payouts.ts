import * as z from 'zod/mini'
import type { Payouts, TransferOut, TransferOutcome } from '../payouts.ts'
import { saysUnknownAccount } from '../unknown-account.ts'
import { type PaystackClient, PaystackRejection } from './client.ts'

const Transfer = z.object({
  domain: z.string(),
  currency: z.string(),
  amount: z.pipe(z.union([z.number(), z.string()]), z.transform(Number)),
  status: z.string(),
  reference: z.string(),
  transfer_code: z.string(),
  reason: z.optional(z.nullable(z.string())),
  session: z.optional(z.nullable(z.object({ id: z.optional(z.nullable(z.string())) }))),
})
type Transfer = z.output<typeof Transfer>

const failures: Record<string, string> = {
  failed: 'The bank did not accept the transfer',
  reversed: 'The bank sent the money back',
  abandoned: 'The transfer was not approved',
  blocked: 'The transfer was blocked',
  rejected: 'The transfer was rejected',
}

/** Payouts from our balance at Paystack. Its account must not require a one-time password for transfers. */
export const paystackPayouts = (client: PaystackClient): Payouts => ({
  async send(request) {
    const recipient = await createRecipient(client, request)
    if (!recipient) return { kind: 'returned', message: 'The bank does not know this account', isUnsent: true }
    const body = {
      source: 'balance',
      amount: request.amountKobo,
      recipient,
      reference: request.reference,
      reason: request.narration,
    }
    try {
      const transfer = await client.call('POST', '/transfer', { schema: z.omit(Transfer, { session: true }), body })
      if (transfer.amount !== request.amountKobo)
        throw new Error(
          `Paystack transfers ${transfer.amount} kobo for ${request.reference}, not ${request.amountKobo}`,
        )
      return toOutcome(requireOurs(client, transfer, request.reference))
    } catch (error) {
      // Anything else, such as a balance that is too low, is tried again: the transfer was not made.
      if (error instanceof PaystackRejection && error.isDuplicate) return queryTransfer(client, request.reference)
      throw error
    }
  },
  query: (reference) => queryTransfer(client, reference),
})

/** Code of the account at Paystack: always the same for one account. Undefined if there is no such account. */
async function createRecipient(client: PaystackClient, { account }: TransferOut): Promise<string | undefined> {
  const { bankCode, accountNumber, accountName } = account
  const body = {
    type: 'nuban',
    name: accountName ?? accountNumber,
    account_number: accountNumber,
    bank_code: bankCode,
    currency: 'NGN',
  }
  try {
    const schema = z.object({ recipient_code: z.string() })
    return (await client.call('POST', '/transferrecipient', { schema, body })).recipient_code
  } catch (error) {
    if (error instanceof PaystackRejection && saysUnknownAccount(error.message)) return undefined
    throw error
  }
}

async function queryTransfer(client: PaystackClient, reference: string): Promise<TransferOutcome> {
  try {
    const path = `/transfer/verify/${encodeURIComponent(reference)}`
    const transfer = await client.call('GET', path, { schema: Transfer })
    return toOutcome(requireOurs(client, transfer, reference))
  } catch (error) {
    if (error instanceof PaystackRejection && error.isNotFound) return { kind: 'unknown' }
    throw error
  }
}

/** @throws Error if it is another transfer, or in another mode or currency */
function requireOurs<T extends Pick<Transfer, 'reference' | 'domain' | 'currency'>>(
  client: PaystackClient,
  transfer: T,
  reference: string,
): T {
  const { reference: given, domain, currency } = transfer
  if (given !== reference || domain !== client.domain || currency !== 'NGN')
    throw new Error(`Paystack reports the transfer ${given} (${domain}, ${currency}), not ${reference}`)
  return transfer
}

function toOutcome({ status, transfer_code, session }: Omit<Transfer, 'session'> & Partial<Transfer>): TransferOutcome {
  if (status === 'success') return { kind: 'paid', bankReference: session?.id ?? transfer_code }
  const message = failures[status]
  return message ? { kind: 'returned', message, bankReference: session?.id ?? undefined } : { kind: 'pending' }
}
