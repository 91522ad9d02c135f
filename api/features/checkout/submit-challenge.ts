import type { answerBank } from '@adire/contract/checkout.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { normalizePhone } from '@adire/contract/phone.ts'
import { callConnector } from '../../connectors/call-connector.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { UnitOfWork } from '../../context.ts'
import { runForBusiness } from '../../current-work.ts'
import { problem } from '../../http/problem.ts'
import { applyOutcome } from '../payments/apply-outcome.ts'
import { updatePaymentRecord } from '../payments/move.ts'
import { countChallengeOutcome } from './count-card-outcome.ts'
import { lostAfterMs } from './quota.ts'
import { lockPayablePayment, toCheckoutState } from './state.ts'

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
  const { accessCode, question } = input
  const answer = question === 'phone' ? normalizePhone(input.answer) : input.answer
  if (!responseFormats[question].pattern.test(answer)) throw problem.field('answer', responseFormats[question].message)
  const payment = await unitOfWork.write(async (context) => {
    const locked = await lockPayablePayment(context, accessCode, 'answer')
    if (locked.status === 'success') return locked
    if (input.triesLeft !== undefined && input.triesLeft !== locked.attemptsLeft)
      throw problem.conflict('already_answered', 'You have already answered this')
    if (locked.step !== challengeSteps[question])
      throw problem.conflict('not_asked', 'The bank is not asking for this now')
    if (locked.attemptsLeft === 0)
      throw problem.conflict('no_attempts_left', 'There are no attempts left. Pay another way, or start again.')
    // Counted before the bank is called, with the challenge closed meanwhile: responses sent at the same moment are one attempt.
    const attemptsLeft = locked.attemptsLeft && locked.attemptsLeft - 1
    const checkAt = new Date(context.now.getTime() + lostAfterMs)
    return updatePaymentRecord(context.tx, locked, { step: 'pending', attemptsLeft, checkAt })
  })
  if (payment.status === 'success') return toCheckoutState(payment)
  const { merchantId, id, processor, processorReference, amountKobo } = payment
  const { challenges } = connectorFor(unitOfWork, 'challenges', processor)
  const reference = processorReference!
  const outcome = await runForBusiness(merchantId, () =>
    callConnector(challenges.answer({ reference, amountKobo, challenge: question, answer })),
  )
  const updated = await unitOfWork.write(async (context) => {
    const record = await applyOutcome(context, { merchantId, id }, outcome ?? { kind: 'pending' })
    if (record.status === 'success' || record.status === 'failed')
      await countChallengeOutcome(context, record, record.status === 'success')
    return record
  })
  return toCheckoutState(updated)
}
