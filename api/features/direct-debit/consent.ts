import { randomInt } from 'node:crypto'
import { authorizationWindowMs } from '@adire/contract/direct-debit.ts'
import type { Parsed } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import { consentVersion } from '@adire/contract/mandate-consent.ts'
import type { confirmMandate, declineMandate, getMandatePage, requestMandateOtp } from '@adire/contract/mandate-page.ts'
import { ask } from '../../connectors/ask.ts'
import type { MandateTransfer } from '../../connectors/connector.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { Context, Steps } from '../../context.ts'
import { deliver } from '../../emails/deliver.ts'
import { problem } from '../../http/problem.ts'
import { inTimeOf, stepsInTimeOf } from '../../jobs/own-time.ts'
import { enqueue } from '../../jobs/queue.ts'
import { takeTry } from '../auth/attempts.ts'
import { type SendingBusiness, writeForBusiness } from '../customer-emails/customer-emails.ts'
import { bankOf } from '../lookups/lookups.ts'
import type { Write } from './attempt.ts'
import { end, inform, of } from './hear.ts'
import { codeLetter, mailMandate } from './mails.ts'
import { change, type Key, lockMandate, type MandateRecord, requireStatus, tell } from './move.ts'
import { type Opened, openWith, pageFor, textFor } from './page.ts'
import { followMandate } from './promise.ts'

const otpMs = 10 * 60_000
const minuteMs = 60_000
const codesPerMinute = 1
const codesPerQuarterHour = 5
/** After this a bank that was not asked, or did not answer, is asked again. */
const lostAfterMs = 60_000
/** Banks say when the NGN 50 arrived; should that be lost, they are asked. */
const askAgainMs = 6 * 3_600_000

export async function page(context: Context, { accessCode }: Parsed<typeof getMandatePage>) {
  const opened = await openWith(context.tx, context.mode, accessCode)
  return pageFor(await inTimeOf(context, opened.mandate.merchantId), opened)
}

/** The steps of a customer, in the time of the business she deals with. */
export async function stepsOf(steps: Steps, accessCode: string) {
  const { mandate } = await steps.write(({ tx, mode }) => openWith(tx, mode, accessCode))
  return stepsInTimeOf(steps, mandate.merchantId)
}

export const pageNow = (steps: Steps, accessCode: string) =>
  steps.write(async (context) => pageFor(context, await openWith(context.tx, context.mode, accessCode)))

/** The mandate, held, with whose it is. */
export async function hold({ tx, mode }: Context, accessCode: string): Promise<Opened> {
  const opened = await openWith(tx, mode, accessCode)
  return { ...opened, mandate: await lockMandate(tx, opened.mandate) }
}

const hashOf = ({ vault }: Context, { id }: MandateRecord, code: string) =>
  vault.fingerprint(`mandate-otp:${id}:${code}`)

/** Test mode has one code for everything, so that nobody has to look it up. */
const newCode = ({ mode }: Context) => (mode === 'TEST' ? '123456' : String(randomInt(1_000_000)).padStart(6, '0'))

/** Mails a code to the customer. It is handed to the mail server at once and kept nowhere: what is kept is a hash. */
export async function requestOtp(given: Steps, { accessCode }: Parsed<typeof requestMandateOtp>) {
  const steps = await stepsOf(given, accessCode)
  const { mail, now } = await steps.write(async (context) => {
    const opened = await hold(context, accessCode)
    requireOpen(opened.mandate, context.now)
    const key = `mandate-otp:${opened.mandate.id}`
    await takeTry(context.tx, [{ key, most: codesPerQuarterHour }], context.realNow)
    await takeTry(context.tx, [{ key: `${key}:now`, most: codesPerMinute }], context.realNow, minuteMs)
    const code = newCode(context)
    await change(
      context.tx,
      opened.mandate,
      {
        otpHash: hashOf(context, opened.mandate, code),
        otpTriesLeft: limits.otpTries,
        otpExpiresAt: new Date(context.now.getTime() + otpMs),
      },
      context.now,
    )
    const { merchantId } = opened.mandate
    const template = (sender: SendingBusiness) => codeLetter(steps.config, sender, opened.mandate, code)
    return { mail: await writeForBusiness(context, merchantId, template), now: context.realNow }
  })
  await deliver(steps.config, mail, now).catch(() => {
    throw problem.unavailable('The mail with the code could not be sent. Please try again in a moment.')
  })
  return pageNow(steps, accessCode)
}

export function requireOpen(mandate: MandateRecord, now: Date): void {
  requireStatus(mandate, ['pending'], 'agreed to')
  if (mandate.consentedAt) throw problem.conflict('consented_already', 'You have agreed already')
  if (mandate.dueAt && mandate.dueAt <= now)
    throw problem.conflict('request_expired', 'The time to answer this request is over')
}

/** Agrees: the code proves that the mail was read, the version which words were agreed to. */
export async function confirm(given: Steps, input: Parsed<typeof confirmMandate>) {
  const { accessCode, otp } = input
  const steps = await stepsOf(given, accessCode)
  // A try is counted whatever comes of it, so the refusal comes after.
  const result = await steps.write(async (context) => {
    const opened = await hold(context, accessCode)
    const { mandate } = opened
    // Sent twice, it was agreed once.
    if (mandate.consentedAt && mandate.status !== 'authorization_expired') return { mandate }
    requireOpen(mandate, context.now)
    if (input.textVersion !== consentVersion)
      throw problem.conflict('text_changed', 'The text has changed. Load the page again and read it once more.')
    if (!mandate.otpHash || !mandate.otpTriesLeft || !mandate.otpExpiresAt || mandate.otpExpiresAt <= context.now)
      throw problem.conflict('otp_spent', 'This code is not good any more. Ask for another.')
    const isRight = mandate.otpHash === hashOf(context, mandate, otp)
    if (isRight) return { mandate: await agree(context, opened) }
    const otpTriesLeft = mandate.otpTriesLeft - 1
    await change(context.tx, mandate, otpTriesLeft === 0 ? noOtp : { otpTriesLeft }, context.now)
    return { otpTriesLeft }
  })
  if (!result.mandate) throw wrong(result.otpTriesLeft)
  await askBankForMandate(steps.write, steps, result.mandate)
  return pageNow(steps, accessCode)
}

const noOtp = { otpHash: null, otpTriesLeft: null, otpExpiresAt: null }

function wrong(left: number) {
  const tries = left === 0 ? 'Ask for another code.' : `${left} ${left === 1 ? 'try' : 'tries'} left.`
  return problem.field('otp', `That was not right. ${tries}`, left === 0 ? 'otp_spent' : 'otp_wrong')
}

/** Writes down what was agreed to, when, and from where; then the bank can be asked. */
export async function agree(context: Context, opened: Opened): Promise<MandateRecord> {
  const { tx, now, origin } = context
  const { mandate } = opened
  await tell(tx, mandate, now, 'consented', `The customer agreed to the text of ${consentVersion}`)
  const dueAt = new Date(now.getTime() + lostAfterMs)
  const agreed = await change(
    tx,
    mandate,
    {
      ...noOtp,
      consentedAt: now,
      consentIp: origin.ip,
      textVersion: consentVersion,
      consentText: textFor(opened),
      dueAt,
    },
    now,
  )
  await followMandate(tx, agreed, dueAt)
  return agreed
}

/** Makes the mandate known to the bank, under its reference, and tells the customer where the NGN 50 go. Asked again, nothing is doubled. */
export async function askBankForMandate(
  write: Write,
  { config }: Pick<Steps, 'config'>,
  mandate: MandateRecord,
): Promise<void> {
  if (mandate.status !== 'pending') return
  const { mode, accountNumber } = await write(async (context) => ({
    mode: context.mode,
    accountNumber: context.vault.open(mandate.sealedAccountNumber, mandate.slug),
  }))
  const { reference, accountName, limitKobo, maxTotalKobo, startOn, endOn, narration } = mandate
  const bankCode = bankOf(mandate.bankId)!.code
  const request = {
    reference,
    bankCode,
    accountNumber,
    accountName,
    limitKobo,
    maxTotalKobo,
    startOn,
    endOn,
    narration,
  }
  const transfer = await ask(connectorFor(mode, config, write).openMandate(request))
  // Where the bank did not answer, the look that was promised asks again.
  if (transfer) await write((context) => awaitTransfer(context, mandate, transfer))
}

async function awaitTransfer(context: Context, key: Key, transfer: MandateTransfer): Promise<void> {
  const { tx, now } = context
  const mandate = await lockMandate(tx, key)
  if (mandate.status !== 'pending' || !mandate.consentedAt) return
  const transferExpiresAt = new Date(now.getTime() + authorizationWindowMs)
  const waiting = await change(
    tx,
    mandate,
    {
      status: 'pending_authorization',
      transferBank: transfer.bankName,
      transferAccountNumber: transfer.accountNumber,
      transferAccountName: transfer.accountName,
      transferKobo: transfer.amountKobo,
      transferExpiresAt,
      dueAt: new Date(now.getTime() + askAgainMs),
    },
    now,
  )
  await tell(
    tx,
    waiting,
    now,
    'transfer_asked',
    'The customer was asked to send NGN 50 from the account, within 48 hours',
  )
  await enqueue(tx, mailMandate, { merchantId: mandate.merchantId, id: mandate.id, what: 'transfer' }, of(mandate))
  const who = mandate.customerName ?? mandate.customerEmail
  await inform(
    context,
    waiting,
    'A customer agreed to a mandate',
    `${who} agreed. The bank waits for the customer’s NGN 50.`,
  )
}

/** The customer does not want it. */
export async function decline(given: Steps, { accessCode }: Parsed<typeof declineMandate>) {
  const steps = await stepsOf(given, accessCode)
  await steps.write(async (context) => {
    const { mandate } = await hold(context, accessCode)
    if (mandate.status === 'rejected') return
    requireOpen(mandate, context.now)
    await end(context, mandate, 'rejected', 'The customer declined')
  })
  return pageNow(steps, accessCode)
}
