import { randomInt } from 'node:crypto'
import { minuteMs } from '@adire/contract/durations.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import { consentVersion } from '@adire/contract/mandate-consent.ts'
import type { confirmMandate, getMandatePage, requestMandateOtp } from '@adire/contract/mandate-page.ts'
import { chooseProcessor } from '../../connectors/connector-for.ts'
import type { HolderDetails } from '../../connectors/mandates.ts'
import type { Context, UnitOfWork } from '../../context.ts'
import { deliverEmail } from '../../emails/deliver.ts'
import { problem } from '../../http/problem.ts'
import { unitOfWorkOnBusinessClock, withBusinessClock } from '../../jobs/business-clock.ts'
import { consumeAttempt, releaseAttempts } from '../auth/attempts.ts'
import { writeForBusiness } from '../customer-emails/customer-emails.ts'
import type { SendingBusiness } from '../merchants/sending-business.ts'
import { findProcessorOrder } from '../routing/processor-order.ts'
import { consentCodeEmail } from './emails/consent-code.ts'
import { enqueueMandateCheck } from './enqueue.ts'
import { requireHolderDetails, sealHolderDetails } from './holder.ts'
import {
  appendMandateEvent,
  lockMandate,
  type MandateRecord,
  requireMandateStatus,
  updateMandateRecord,
} from './move.ts'
import { openMandateAtBank } from './open-mandate.ts'
import { consentTextOf, findOpenedMandate, type OpenedMandate, toMandatePageResponse } from './page.ts'

const otpMs = 10 * minuteMs
const codesPerMinute = 1
const codesPerQuarterHour = 5
/** After this, the request to the bank is repeated if it was not sent or got no response. */
const lostAfterMs = 60_000

export async function getMandatePageHandler(context: Context, { accessCode }: ParsedInput<typeof getMandatePage>) {
  const opened = await findOpenedMandate(context.tx, context.mode, accessCode)
  return toMandatePageResponse(await withBusinessClock(context, opened.mandate.merchantId), opened)
}

/**
 * A customer's unit of work on the merchant's business clock.
 * @throws 404 for an unknown access code
 */
export async function mandateUnitOfWork(unitOfWork: UnitOfWork, accessCode: string) {
  const { mandate } = await unitOfWork.write(({ tx, mode }) => findOpenedMandate(tx, mode, accessCode))
  return unitOfWorkOnBusinessClock(unitOfWork, mandate.merchantId)
}

export const currentMandatePage = (unitOfWork: UnitOfWork, accessCode: string) =>
  unitOfWork.write(async (context) =>
    toMandatePageResponse(context, await findOpenedMandate(context.tx, context.mode, accessCode)),
  )

/**
 * Locks the mandate of an access code, and returns it with its merchant.
 * @throws 404
 */
export async function lockMandateByAccessCode({ tx, mode }: Context, accessCode: string): Promise<OpenedMandate> {
  const opened = await findOpenedMandate(tx, mode, accessCode)
  return { ...opened, mandate: await lockMandate(tx, opened.mandate) }
}

const hashOtp = ({ vault }: Context, { id }: MandateRecord, code: string) =>
  vault.fingerprint(`mandate-otp:${id}:${code}`)

/** A new one-time code. Test mode always uses the same code, for convenience. */
const newCode = ({ mode }: Context) => (mode === 'TEST' ? '123456' : String(randomInt(1_000_000)).padStart(6, '0'))

/**
 * Emails a one-time code to the customer. The email is sent directly and not stored; only a hash of the code is stored.
 * @throws 409 consented_already, request_expired, mandate_move_refused; 429; 503 if the email could not be sent
 */
export async function requestMandateOtpHandler(
  requestUnitOfWork: UnitOfWork,
  { accessCode }: ParsedInput<typeof requestMandateOtp>,
) {
  const unitOfWork = await mandateUnitOfWork(requestUnitOfWork, accessCode)
  const { mail, now, taken } = await unitOfWork.write(async (context) => {
    const opened = await lockMandateByAccessCode(context, accessCode)
    requireOpen(opened.mandate, context.now)
    const key = `mandate-otp:${opened.mandate.id}`
    await consumeAttempt(context.tx, [{ key, max: codesPerQuarterHour }], context.realNow)
    const limitNow = [{ key: `${key}:now`, max: codesPerMinute }]
    const taken = await consumeAttempt(context.tx, limitNow, context.realNow, minuteMs)
    const code = newCode(context)
    await updateMandateRecord(
      context.tx,
      opened.mandate,
      {
        otpHash: hashOtp(context, opened.mandate, code),
        otpAttemptsLeft: limits.otpAttempts,
        otpExpiresAt: new Date(context.now.getTime() + otpMs),
      },
      context.now,
    )
    const { merchantId } = opened.mandate
    const template = (sender: SendingBusiness) => consentCodeEmail(unitOfWork.config, sender, opened.mandate, code)
    return { mail: await writeForBusiness(context, merchantId, template), now: context.realNow, taken }
  })
  await deliverEmail(unitOfWork.config, mail, now).catch(async () => {
    // No code arrived, so the customer may ask for the next one at once.
    await unitOfWork.write(({ tx }) => releaseAttempts(tx, taken))
    throw problem.unavailable('The email with the code could not be sent. Please try again in a moment.')
  })
  return currentMandatePage(unitOfWork, accessCode)
}

export function requireOpen(mandate: MandateRecord, now: Date): void {
  requireMandateStatus(mandate, ['pending'], 'agreed to')
  if (mandate.consentedAt) throw problem.conflict('consented_already', 'You have already agreed')
  if (mandate.dueAt && mandate.dueAt <= now) throw problem.conflict('request_expired', 'This request has expired')
}

/**
 * Records the customer's consent and opens the mandate at the bank. The code proves access to the email account, `textVersion` which
 * text was accepted.
 * @throws 400 validation_error; 409 text_changed, otp_spent, consented_already, request_expired; 422 otp_wrong, otp_spent
 */
export async function confirmMandateHandler(requestUnitOfWork: UnitOfWork, input: ParsedInput<typeof confirmMandate>) {
  const { accessCode, otp } = input
  const unitOfWork = await mandateUnitOfWork(requestUnitOfWork, accessCode)
  // The error for a wrong code is thrown after this transaction, so that the attempt stays counted.
  const result = await unitOfWork.write(async (context) => {
    const opened = await lockMandateByAccessCode(context, accessCode)
    const { mandate } = opened
    // A repeated request does not record the consent again.
    if (mandate.consentedAt && mandate.status !== 'authorization_expired') return { mandate }
    requireOpen(mandate, context.now)
    if (input.textVersion !== consentVersion)
      throw problem.conflict('text_changed', 'The text has changed. Reload the page and read it again.')
    const holder = await requireHolderDetails(context, mandate, input)
    if (!mandate.otpHash || !mandate.otpAttemptsLeft || !mandate.otpExpiresAt || mandate.otpExpiresAt <= context.now)
      throw problem.conflict('otp_spent', 'This code is no longer valid. Request another.')
    const isRight = mandate.otpHash === hashOtp(context, mandate, otp)
    if (isRight) return { mandate: await recordConsent(context, opened, holder) }
    const otpAttemptsLeft = mandate.otpAttemptsLeft - 1
    await updateMandateRecord(context.tx, mandate, otpAttemptsLeft === 0 ? noOtp : { otpAttemptsLeft }, context.now)
    return { otpAttemptsLeft }
  })
  if (!result.mandate) throw wrongCode(result.otpAttemptsLeft)
  await openMandateAtBank(unitOfWork.write, unitOfWork, result.mandate)
  return currentMandatePage(unitOfWork, accessCode)
}

const noOtp = { otpHash: null, otpAttemptsLeft: null, otpExpiresAt: null }

function wrongCode(attemptsLeft: number) {
  const attemptsText =
    attemptsLeft === 0
      ? 'Ask for another code.'
      : `${attemptsLeft} ${attemptsLeft === 1 ? 'attempt' : 'attempts'} left.`
  return problem.field('otp', `The code is wrong. ${attemptsText}`, attemptsLeft === 0 ? 'otp_spent' : 'otp_wrong')
}

/**
 * Stores the consent: text, time and IP address, and what the processor wants to know about the holder. After that, the mandate can be
 * opened at the bank.
 */
export async function recordConsent(
  context: Context,
  opened: OpenedMandate,
  holder?: HolderDetails,
): Promise<MandateRecord> {
  const { tx, now, origin } = context
  const { mandate } = opened
  const { merchantId } = mandate
  const order = await findProcessorOrder(context, { merchantId, channel: 'direct_debit' })
  await appendMandateEvent(tx, mandate, now, 'consented', `The customer agreed to the text of ${consentVersion}`)
  const dueAt = new Date(now.getTime() + lostAfterMs)
  const agreed = await updateMandateRecord(
    tx,
    mandate,
    {
      ...noOtp,
      processor: chooseProcessor(context, 'mandates', null, { order }),
      sealedHolder: sealHolderDetails(context, mandate, holder),
      consentedAt: now,
      consentIp: origin.ip,
      textVersion: consentVersion,
      consentText: consentTextOf(opened),
      dueAt,
    },
    now,
  )
  await enqueueMandateCheck(tx, agreed, dueAt)
  return agreed
}
