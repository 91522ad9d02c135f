import { type answerBank, cardBrand, type payByCard } from '@adire/contract/checkout.ts'
import type { Parsed } from '@adire/contract/endpoint.ts'
import { ask } from '../../connectors/ask.ts'
import type { Card } from '../../connectors/connector.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import { isSandboxCard } from '../../connectors/sandbox-cards.ts'
import type { Context, Steps } from '../../context.ts'
import { Problem, problem } from '../../http/problem.ts'
import { change, noAccount, note, type PaymentRecord, settle } from '../payments/payments.ts'
import { countAnsweredOutcome, countCardOutcome, requireCardAttempts } from './card-limits.ts'
import { lostAfterMs } from './places.ts'
import { findPayment, holdPayment, stateOf } from './state.ts'

/** Charges a card: writes down that we ask, asks, writes down the answer. The card itself is only passed on. */
export async function chargeCard(steps: Steps, input: Parsed<typeof payByCard>) {
  const number = input.number.replaceAll(' ', '')
  if (steps.mode === 'LIVE' && isSandboxCard(number))
    throw problem.field('number', 'This is a test card. Live mode takes real cards only', 'test_card')
  const payment = await steps.write(async ({ tx, mode }) => findPayment(tx, mode, input.accessCode))
  if (!payment) throw problem.notFound('payment')
  await requireCardAttempts(steps, payment, number)
  try {
    return await chargeUncounted(steps, input, (context, { status }) => {
      if (status === 'success' || status === 'failed')
        return countCardOutcome(context, payment, number, status === 'success')
    })
  } catch (error) {
    // A number that the processor would not even take is how most numbers are tested.
    if (error instanceof Problem && error.code === 'card_refused')
      await steps.write((context) => countCardOutcome(context, payment, number, false))
    throw error
  }
}

type Counting = (context: Context, settled: PaymentRecord) => Promise<void> | undefined

/** As `chargeCard`, for outcomes that the merchant simulates: `count` hears of what the processor answered at once. */
export async function chargeUncounted(
  steps: Steps,
  { accessCode, ...typed }: Parsed<typeof payByCard>,
  count: Counting = () => undefined,
) {
  const card: Card = { ...typed, number: typed.number.replaceAll(' ', '') }
  const connector = connectorFor(steps.mode, steps.config, steps.write)
  const refusal = connector.refusal(card)
  if (refusal) throw problem.field('number', refusal, 'card_refused')

  const payment = await steps.write((context) => intend(context, accessCode, card))
  if (payment.status === 'success') return stateOf(payment)
  const { merchantId, id, reference, amountKobo, customerEmail: email } = payment
  const outcome = await ask(connector.charge({ reference, amountKobo, email, card, saveCard: payment.planId !== null }))
  const settled = await steps.write(async (context) => {
    const record = await settle(context, { merchantId, id }, outcome ?? { kind: 'pending' })
    await count(context, record)
    return record
  })
  return stateOf(settled)
}

async function intend(context: Context, accessCode: string, card: Card): Promise<PaymentRecord> {
  const { tx, now } = context
  const payment = await holdPayment(context, accessCode, 'card')
  if (payment.status === 'success') return payment
  const brand = cardBrand(card.number)
  const last4 = card.number.slice(-4)
  await note(tx, payment, now, 'card_entered', `A ${brand} card ending ${last4} was entered`)
  return change(tx, payment, {
    ...noAccount,
    channel: 'card',
    step: 'enter_card',
    cardBrand: brand,
    cardBin: card.number.slice(0, 6),
    cardLast4: last4,
    cardExpiryMonth: card.expiryMonth,
    cardExpiryYear: card.expiryYear,
    processorReference: payment.reference,
    failureCode: null,
    failureMessage: null,
    triesLeft: null,
    openUrl: null,
    checkAt: new Date(now.getTime() + lostAfterMs),
  })
}

const askingFor = { pin: 'send_pin', otp: 'send_otp', phone: 'send_phone', birthday: 'send_birthday' } as const

/** What an answer must look like before it counts as a try: a slip of the finger should not cost a payment. */
const shapes = {
  pin: { pattern: /^\d{4}$/, message: 'The PIN has 4 digits' },
  otp: { pattern: /^\d{4,8}$/, message: 'The one-time password has 4 to 8 digits' },
  birthday: { pattern: /^\d{4}-\d{2}-\d{2}$/, message: 'Use a date like 25 / 08 / 1990' },
  phone: { pattern: /^\+?\d{10,15}$/, message: 'Use a phone number with at least 10 digits' },
}

/** Passes the holder's answer on to the bank. */
export async function answerQuestion(steps: Steps, input: Parsed<typeof answerBank>) {
  const { accessCode, question, answer } = input
  if (!shapes[question].pattern.test(answer)) throw problem.field('answer', shapes[question].message)
  const connector = connectorFor(steps.mode, steps.config, steps.write)
  const payment = await steps.write(async (context) => {
    const held = await holdPayment(context, accessCode, 'answer')
    if (held.status === 'success') return held
    if (input.triesLeft !== undefined && input.triesLeft !== held.triesLeft)
      throw problem.conflict('already_answered', 'This was answered already')
    if (held.step !== askingFor[question]) throw problem.conflict('not_asked', 'The bank does not ask for this now')
    if (held.triesLeft === 0)
      throw problem.conflict('no_attempts_left', 'There are no attempts left. Pay another way, or start again.')
    // Counted before the bank is asked, and not asked of the payer meanwhile: answers sent at once are one attempt.
    const triesLeft = held.triesLeft && held.triesLeft - 1
    const checkAt = new Date(context.now.getTime() + lostAfterMs)
    return change(context.tx, held, { step: 'pending', triesLeft, checkAt })
  })
  if (payment.status === 'success') return stateOf(payment)
  const { merchantId, id, reference } = payment
  const outcome = await ask(connector.continueCharge({ reference, question, answer }))
  const settled = await steps.write(async (context) => {
    const record = await settle(context, { merchantId, id }, outcome ?? { kind: 'pending' })
    if (record.status === 'success' || record.status === 'failed')
      await countAnsweredOutcome(context, record, record.status === 'success')
    return record
  })
  return stateOf(settled)
}
