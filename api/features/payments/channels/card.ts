import { channelDefinitions } from '@adire/contract/channels/channels.ts'
import { brandNames, cardBrand, payByCard } from '@adire/contract/checkout.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { expiryFrom } from '@adire/contract/typed.ts'
import * as z from 'zod/mini'
import { isSandboxCard } from '../../../connectors/sandbox/cards.ts'
import { problem } from '../../../http/problem.ts'
import type { PaymentRecord } from '../move.ts'
import type { ChargeFlow, PayerFlow, ServerChannel } from './definition.ts'

export const cardDetails = z.strictObject({
  brand: z.string(),
  bin: z.nullable(z.string()),
  expiryMonth: z.nullable(z.int()),
  expiryYear: z.nullable(z.int()),
  /** Bank that issued the card, if known. */
  bank: z.nullable(z.string()),
})

type Input = ParsedInput<typeof payByCard>
const digitsOf = ({ number }: Pick<Input, 'number'>) => number.replaceAll(' ', '')
const toCard = ({ accessCode: _, ...typed }: Input) => ({ ...typed, number: digitsOf(typed) })

/** A card that the payer types. The number is passed on, never stored. */
const flow: ChargeFlow<Input, 'cards'> = {
  kind: 'charge',
  capability: 'cards',
  check(connector, input) {
    const error = connector.cards.findError(toCard(input))
    if (error) throw problem.field('number', error, 'card_refused')
  },
  intend(input) {
    const { number, expiryMonth, expiryYear } = toCard(input)
    const brand = cardBrand(number)
    const last4 = number.slice(-4)
    return {
      details: { card: { brand, bin: number.slice(0, 6), expiryMonth, expiryYear, bank: null } },
      fields: { step: 'enter_card', cardLast4: last4 },
      event: { kind: 'card_entered', text: `A ${brand} card ending ${last4} was entered` },
    }
  },
  charge: (connector, { reference, amountKobo, customerEmail: email, planId, savesCard }, input) =>
    connector.cards.charge({
      reference,
      amountKobo,
      email,
      card: toCard(input),
      saveCard: planId !== null || savesCard,
    }),
  limitedNumber: digitsOf,
}

const payer: PayerFlow<Input> = {
  endpoint: payByCard,
  opensAtOnce: false,
  fromForm({ number = '', expiry = '', cvv = '' }) {
    const month = expiryFrom(expiry)
    if (!month) throw problem.field('expiryMonth', 'Use a month and a year, like 08 / 29')
    return { number, cvv, ...month }
  },
  validate(input, mode) {
    if (mode === 'LIVE' && isSandboxCard(digitsOf(input)))
      throw problem.field('number', 'This is a test card. Live mode accepts real cards only', 'test_card')
  },
  flow,
}

function detailOf({ channelDetails: { card }, cardLast4: last4 }: PaymentRecord) {
  if (!card?.bin || !last4 || !card.expiryMonth || !card.expiryYear) return {}
  const { brand, bin, expiryMonth, expiryYear, bank } = card
  return { card: { brand, bin, last4, expiryMonth, expiryYear, bank } }
}

const { name } = channelDefinitions.card

export const card = {
  personal: ['bin', 'expiryMonth', 'expiryYear', 'bank'],
  receiptText: ({ channelDetails: { card }, cardLast4 }) =>
    cardLast4 ? `${brandNames[card?.brand ?? ''] ?? name} ending ${cardLast4}` : name,
  detail: detailOf,
  state: ({ channelDetails: { card }, cardLast4: last4 }: PaymentRecord) => ({
    card: card && last4 ? { brand: card.brand, last4 } : null,
  }),
  hasChallenges: true,
  payer,
  demo: (random, { card: { brand, bin, last4, bank } }) => ({
    details: { card: { brand, bin, expiryMonth: 1 + random.below(12), expiryYear: 2027 + random.below(3), bank } },
    fields: { step: 'pending', cardLast4: last4 },
    event: { kind: 'card', text: `Card ending ${last4} entered` },
  }),
} satisfies ServerChannel
