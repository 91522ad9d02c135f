import { channelDefinitions } from '@adire/contract/channels/channels.ts'
import { cardBrand, payByCard } from '@adire/contract/checkout.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { expiryFrom } from '@adire/contract/typed.ts'
import { isSandboxCard } from '../../../connectors/sandbox-cards.ts'
import { problem } from '../../../http/problem.ts'
import type { PaymentRecord } from '../move.ts'
import type { ChargeFlow, PayerFlow, ServerChannel } from './definition.ts'

type Input = ParsedInput<typeof payByCard>
const digitsOf = ({ number }: Pick<Input, 'number'>) => number.replaceAll(' ', '')
const toCard = ({ accessCode: _, ...typed }: Input) => ({ ...typed, number: digitsOf(typed) })

/** A card that the payer types. The number is passed on, never stored. */
const flow: ChargeFlow<Input> = {
  kind: 'charge',
  check(connector, input) {
    const error = connector.cardError(toCard(input))
    if (error) throw problem.field('number', error, 'card_refused')
  },
  intend(input) {
    const { number, expiryMonth, expiryYear } = toCard(input)
    const brand = cardBrand(number)
    const last4 = number.slice(-4)
    return {
      fields: {
        step: 'enter_card',
        cardBrand: brand,
        cardBin: number.slice(0, 6),
        cardLast4: last4,
        cardExpiryMonth: expiryMonth,
        cardExpiryYear: expiryYear,
      },
      event: { kind: 'card_entered', text: `A ${brand} card ending ${last4} was entered` },
    }
  },
  charge: (connector, { reference, amountKobo, customerEmail: email, planId }, input) =>
    connector.charge({ reference, amountKobo, email, card: toCard(input), saveCard: planId !== null }),
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
      throw problem.field('number', 'This is a test card. Live mode takes real cards only', 'test_card')
  },
  flow,
}

function detailOf(payment: PaymentRecord) {
  const { cardBrand: brand, cardBin: bin, cardLast4: last4, cardExpiryMonth, cardExpiryYear, cardBank: bank } = payment
  if (!brand || !bin || !last4 || !cardExpiryMonth || !cardExpiryYear) return {}
  return { card: { brand, bin, last4, expiryMonth: cardExpiryMonth, expiryYear: cardExpiryYear, bank } }
}

const { name } = channelDefinitions.card

export const card = {
  receiptText: ({ cardLast4 }) => (cardLast4 ? `${name} ending ${cardLast4}` : name),
  detail: detailOf,
  state: ({ cardBrand: brand, cardLast4: last4 }: PaymentRecord) => ({
    card: brand && last4 ? { brand, last4 } : null,
  }),
  hasChallenges: true,
  payer,
  demo: (random, { card: { brand, bin, last4, bank } }) => ({
    fields: {
      step: 'pending',
      cardBrand: brand,
      cardBin: bin,
      cardLast4: last4,
      cardExpiryMonth: 1 + random.below(12),
      cardExpiryYear: 2027 + random.below(3),
      cardBank: bank,
    },
    event: { kind: 'card', text: `Card ending ${last4} entered` },
  }),
} satisfies ServerChannel
