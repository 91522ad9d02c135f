import { type answerBank, cardBrand, type payByCard } from '@adire/contract/checkout.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { callConnector } from '../../connectors/call-connector.ts'
import type { CardDetails } from '../../connectors/connector.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import { isSandboxCard } from '../../connectors/sandbox-cards.ts'
import type { Context, UnitOfWork } from '../../context.ts'
import { Problem, problem } from '../../http/problem.ts'
import { applyOutcome, noAccount } from '../payments/apply-outcome.ts'
import { appendPaymentEvent, type PaymentRecord, updatePaymentRecord } from '../payments/move.ts'
import { countCardOutcome, countChallengeOutcome, requireCardAttempts } from './card-limits.ts'
import { lostAfterMs } from './quota.ts'
import { findPayment, lockPayablePayment, toCheckoutState } from './state.ts'

/**
 * Charges a card: stores the attempt, calls the processor, stores the outcome. The card number is passed on, never stored.
 * @throws 422 test_card (a sandbox card in live mode), card_refused (invalid for the processor); 429 too_many_attempts; those
 *   of `lockPayablePayment`
 */
export async function chargeCard(unitOfWork: UnitOfWork, input: ParsedInput<typeof payByCard>) {
  const number = input.number.replaceAll(' ', '')
  if (unitOfWork.mode === 'LIVE' && isSandboxCard(number))
    throw problem.field('number', 'This is a test card. Live mode takes real cards only', 'test_card')
  const payment = await unitOfWork.write(async ({ tx, mode }) => findPayment(tx, mode, input.accessCode))
  if (!payment) throw problem.notFound('payment')
  await requireCardAttempts(unitOfWork, payment, number)
  try {
    return await chargeUncounted(unitOfWork, input, (context, { status }) => {
      if (status === 'success' || status === 'failed')
        return countCardOutcome(context, payment, number, status === 'success')
    })
  } catch (error) {
    // Card testing produces mostly numbers that the processor rejects at once, so these count as declines too.
    if (error instanceof Problem && error.code === 'card_refused')
      await unitOfWork.write((context) => countCardOutcome(context, payment, number, false))
    throw error
  }
}

type Counting = (context: Context, payment: PaymentRecord) => Promise<void> | undefined

/** `chargeCard` without card limits, for simulated outcomes. `count` receives the payment after the processor's immediate response. */
export async function chargeUncounted(
  unitOfWork: UnitOfWork,
  { accessCode, ...typed }: ParsedInput<typeof payByCard>,
  count: Counting = () => undefined,
) {
  const card: CardDetails = { ...typed, number: typed.number.replaceAll(' ', '') }
  const connector = connectorFor(unitOfWork.mode, unitOfWork.config, unitOfWork.write)
  const cardError = connector.cardError(card)
  if (cardError) throw problem.field('number', cardError, 'card_refused')

  const payment = await unitOfWork.write((context) => intend(context, accessCode, card))
  if (payment.status === 'success') return toCheckoutState(payment)
  const { merchantId, id, reference, amountKobo, customerEmail: email } = payment
  const outcome = await callConnector(
    connector.charge({ reference, amountKobo, email, card, saveCard: payment.planId !== null }),
  )
  const updated = await unitOfWork.write(async (context) => {
    const record = await applyOutcome(context, { merchantId, id }, outcome ?? { kind: 'pending' })
    await count(context, record)
    return record
  })
  return toCheckoutState(updated)
}

async function intend(context: Context, accessCode: string, card: CardDetails): Promise<PaymentRecord> {
  const { tx, now } = context
  const payment = await lockPayablePayment(context, accessCode, 'card')
  if (payment.status === 'success') return payment
  const brand = cardBrand(card.number)
  const last4 = card.number.slice(-4)
  await appendPaymentEvent(tx, payment, now, 'card_entered', `A ${brand} card ending ${last4} was entered`)
  return updatePaymentRecord(tx, payment, {
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
    attemptsLeft: null,
    openUrl: null,
    checkAt: new Date(now.getTime() + lostAfterMs),
  })
}

const challengeSteps = { pin: 'send_pin', otp: 'send_otp', phone: 'send_phone', birthday: 'send_birthday' } as const

/** Format of a challenge response, checked before it counts as an attempt: a typing mistake must not use one up. */
const responseFormats = {
  pin: { pattern: /^\d{4}$/, message: 'The PIN has 4 digits' },
  otp: { pattern: /^\d{4,8}$/, message: 'The one-time password has 4 to 8 digits' },
  birthday: { pattern: /^\d{4}-\d{2}-\d{2}$/, message: 'Use a date like 25 / 08 / 1990' },
  phone: { pattern: /^\+?\d{10,15}$/, message: 'Use a phone number with at least 10 digits' },
}

/**
 * Sends the payer's challenge response (PIN, OTP, phone, birthday) to the bank.
 * @throws 409 already_answered, not_asked (another challenge or none is open), no_attempts_left; 422 for a wrong format
 */
export async function submitChallenge(unitOfWork: UnitOfWork, input: ParsedInput<typeof answerBank>) {
  const { accessCode, question, answer } = input
  if (!responseFormats[question].pattern.test(answer)) throw problem.field('answer', responseFormats[question].message)
  const connector = connectorFor(unitOfWork.mode, unitOfWork.config, unitOfWork.write)
  const payment = await unitOfWork.write(async (context) => {
    const locked = await lockPayablePayment(context, accessCode, 'answer')
    if (locked.status === 'success') return locked
    if (input.triesLeft !== undefined && input.triesLeft !== locked.attemptsLeft)
      throw problem.conflict('already_answered', 'This was answered already')
    if (locked.step !== challengeSteps[question])
      throw problem.conflict('not_asked', 'The bank does not ask for this now')
    if (locked.attemptsLeft === 0)
      throw problem.conflict('no_attempts_left', 'There are no attempts left. Pay another way, or start again.')
    // Counted before the bank is called, with the challenge closed meanwhile: responses sent at the same moment are one attempt.
    const attemptsLeft = locked.attemptsLeft && locked.attemptsLeft - 1
    const checkAt = new Date(context.now.getTime() + lostAfterMs)
    return updatePaymentRecord(context.tx, locked, { step: 'pending', attemptsLeft, checkAt })
  })
  if (payment.status === 'success') return toCheckoutState(payment)
  const { merchantId, id, reference } = payment
  const outcome = await callConnector(connector.continueCharge({ reference, challenge: question, answer }))
  const updated = await unitOfWork.write(async (context) => {
    const record = await applyOutcome(context, { merchantId, id }, outcome ?? { kind: 'pending' })
    if (record.status === 'success' || record.status === 'failed')
      await countChallengeOutcome(context, record, record.status === 'success')
    return record
  })
  return toCheckoutState(updated)
}
