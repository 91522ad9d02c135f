import { isLuhn } from '@adire/contract/checkout.ts'
import * as z from 'zod/mini'
import type {
  CardCharge,
  Cards,
  Challenge,
  ChallengeResponse,
  Challenges,
  ChargeOutcome,
  SentPayment,
} from '../charges.ts'
import { type PaystackClient, PaystackRejection } from './client.ts'
import { findTransaction, Transaction, toChargeOutcome } from './transactions.ts'

const Charge = z.looseObject({
  reference: z.string(),
  status: z.string(),
  url: z.optional(z.nullable(z.string())),
})
type Charge = z.output<typeof Charge>

/**
 * Cards that payers type on our page, by Paystack's charge API. A payment has one such charge, under its own reference, and its decline is
 * final. The card's number is in the body of one request, and nowhere else.
 */
export const paystackCards = (client: PaystackClient): Cards => ({
  findError: ({ number }) => (isLuhn(number) ? undefined : 'This card number is not right'),
  async charge({ reference, amountKobo, email, card }: CardCharge) {
    const sent = { reference, amountKobo }
    const month = String(card.expiryMonth).padStart(2, '0')
    const body = {
      ...{ email, amount: amountKobo, currency: 'NGN', reference },
      card: { number: card.number, cvv: card.cvv, expiry_month: month, expiry_year: String(card.expiryYear).slice(-2) },
    }
    try {
      return await toOutcome(client, sent, await client.call('POST', '/charge', { schema: Charge, body }))
    } catch (error) {
      if (!(error instanceof PaystackRejection)) throw error
      // The first request has arrived; otherwise Paystack rejects the card itself.
      if (error.isDuplicate) return queryTypedCard(client, sent)
      return { kind: 'failed', reason: 'invalid_card_number', processorText: error.message }
    }
  },
})

/** Responses to what the bank of a card asks for. */
export const paystackChallenges = (client: PaystackClient): Challenges => ({
  async answer({ reference, amountKobo, challenge, answer }: ChallengeResponse) {
    const sent = { reference, amountKobo }
    const body = { reference, [challenge]: challenge === 'phone' ? answer.replace(/^\+234/, '0') : answer }
    try {
      const charge = await client.call('POST', `/charge/submit_${challenge}`, { schema: Charge, body })
      return await toOutcome(client, sent, charge, challenge)
    } catch (error) {
      if (!(error instanceof PaystackRejection)) throw error
      return queryTypedCard(client, sent, challenge)
    }
  },
})

/** Current state of the charge, with the step that is open. `answered`: the challenge that Paystack did not accept the response to. */
export async function queryTypedCard(
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
