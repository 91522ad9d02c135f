import * as z from 'zod/mini'
import type { Challenge, ChallengeResponse, Challenges, ChargeOutcome, SentPayment } from '../charges.ts'
import type { DeclineReason } from '../response-codes.ts'
import { isDuplicate, type PaystackClient, PaystackRejection } from './client.ts'
import { findChargeOutcome, findTransaction, resolveRejection, Transaction, toChargeOutcome } from './transactions.ts'

/** Charge of a card or an account that a payer typed on our page. Its bank may ask for something before it decides. */
const Charge = z.looseObject({
  reference: z.string(),
  status: z.string(),
  url: z.optional(z.nullable(z.string())),
})
type Charge = z.output<typeof Charge>

interface TypedCharge extends SentPayment {
  email: string
}

/** Charges what a payer typed, once per reference. `toReason`: of the text with which Paystack rejects what was typed. */
export async function chargeTyped(
  client: PaystackClient,
  { email, reference, amountKobo }: TypedCharge,
  typed: Record<string, unknown>,
  toReason: (text: string) => DeclineReason,
): Promise<ChargeOutcome> {
  const sent = { reference, amountKobo }
  const body = { email, amount: amountKobo, currency: 'NGN', reference, ...typed }
  try {
    return await toOutcome(client, sent, await client.call('POST', '/charge', { schema: Charge, body }))
  } catch (error) {
    // The first request has arrived.
    if (isDuplicate(error)) return queryTypedCharge(client, sent)
    return resolveRejection(error, () => findChargeOutcome(client, sent), toReason)
  }
}

/** Responses to what the bank of a card or an account asks for. */
export const paystackChallenges = (client: PaystackClient): Challenges => ({
  async answer({ reference, amountKobo, challenge, answer }: ChallengeResponse) {
    const sent = { reference, amountKobo }
    const body = { reference, [challenge]: challenge === 'phone' ? answer.replace(/^\+234/, '0') : answer }
    try {
      const charge = await client.call('POST', `/charge/submit_${challenge}`, { schema: Charge, body })
      return await toOutcome(client, sent, charge, challenge)
    } catch (error) {
      if (!(error instanceof PaystackRejection)) throw error
      return queryTypedCharge(client, sent, challenge)
    }
  },
})

/** Current state of the charge, with the step that is open. `answered`: the challenge that Paystack did not accept the response to. */
export async function queryTypedCharge(
  client: PaystackClient,
  sent: SentPayment,
  answered?: Challenge,
): Promise<ChargeOutcome> {
  const path = `/charge/${encodeURIComponent(sent.reference)}`
  try {
    return await toOutcome(client, sent, await client.call('GET', path, { schema: Charge }), answered)
  } catch (error) {
    // Paystack has the charge, and does not know more about it yet.
    if (error instanceof PaystackRejection && error.isNotFound) return { kind: 'pending' }
    throw error
  }
}

const challenges: Record<string, Exclude<Challenge, 'bank_page'>> = {
  send_pin: 'pin',
  send_otp: 'otp',
  send_phone: 'phone',
  send_birthday: 'birthday',
}

/** @throws Error if the response is about another charge, or reports a success that is not of this payment */
async function toOutcome(
  client: PaystackClient,
  sent: SentPayment,
  charge: Charge,
  answered?: Challenge,
): Promise<ChargeOutcome> {
  const { status, url, reference } = charge
  if (reference !== sent.reference) throw new Error(`Paystack reports the charge ${reference}, not ${sent.reference}`)
  const challenge = challenges[status]
  if (challenge) return { kind: 'challenge', challenge, attemptsLeft: null, wrong: challenge === answered }
  if (status === 'open_url' && url && /^https?:\/\//.test(url))
    return { kind: 'challenge', challenge: 'bank_page', attemptsLeft: null, wrong: false, openUrl: url }
  // Banks ask for an address of cards from other countries. The checkout has no such step, and nothing is charged without it.
  if (status === 'send_address') return { kind: 'failed', reason: 'not_permitted', processorText: status }
  if (status !== 'success' && status !== 'failed') return { kind: 'pending' }
  const { data: given } = z.safeParse(Transaction, charge)
  const transaction = given ?? (await findTransaction(client, sent.reference))
  return transaction ? toChargeOutcome(client, transaction, sent) : { kind: 'pending' }
}
