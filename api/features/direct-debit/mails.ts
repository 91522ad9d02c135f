import { maskedNumber } from '@adire/contract/channels/method-name.ts'
import { describeTerms } from '@adire/contract/mandate-terms.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { explainFailure } from '@adire/contract/payer-reasons.ts'
import * as z from 'zod/mini'
import type { ApiConfig } from '../../config.ts'
import type { Tx } from '../../database/connect.ts'
import { defineJob } from '../../jobs/queue.ts'
import { formatDay, formatInstant, lagosDay } from '../../lagos.ts'
import { customerEmail } from '../customer-emails/customer-emails.ts'
import type { SendingBusiness } from '../merchants/sending-business.ts'
import {
  type DebitRecord,
  findDebitIfPresent,
  findMandateIfPresent,
  type MandateKey,
  type MandateRecord,
} from './move.ts'

const Key = { merchantId: z.string(), id: z.string() }
export const mailMandate = defineJob(
  'mail-mandate',
  z.object({ ...Key, what: z.enum(['request', 'transfer', 'ready', 'ended']), isCounted: z.optional(z.boolean()) }),
)
export const mailDebit = defineJob(
  'mail-debit',
  z.object({ ...Key, what: z.enum(['notice', 'retry', 'failed', 'cancelled', 'skipped']) }),
)
export const cancelAtBank = defineJob(
  'cancel-mandate-at-bank',
  z.object({ merchantId: z.string(), reference: z.string() }),
)

export async function mailedDebit(tx: Tx, key: MandateKey) {
  const debit = await findDebitIfPresent(tx, key)
  const mandate = debit && (await findMandateIfPresent(tx, { merchantId: key.merchantId, id: debit.mandateId }))
  return mandate && { mandate, debit }
}

export const consentUrl = ({ publicUrl }: ApiConfig, { accessCode }: Pick<MandateRecord, 'accessCode'>) =>
  `${publicUrl}/mandate/${accessCode}`

const greeting = ({ customerName }: MandateRecord) => (customerName ? `Hello ${customerName},` : 'Hello,')
const describeAccount = ({ last4 }: MandateRecord) => `your account ending ${last4}`

/** What the customer pays, with the fee if they bear it. */
const describeAmount = ({ kind, frequency, limitKobo }: MandateRecord) =>
  describeTerms({ kind, frequency, amountKobo: limitKobo })

const mailFrame = (sender: SendingBusiness, mandate: MandateRecord) => ({
  to: mandate.customerEmail,
  closing: `Questions? Write to ${sender.contactEmail}. You get this email because ${sender.name} debits your account or asked to do so.`,
})

export function mandateRequestEmail(config: ApiConfig, sender: SendingBusiness, mandate: MandateRecord) {
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `${sender.nameInSubject} asks to debit your account`,
    heading: `Approve a direct debit for ${sender.name}`,
    paragraphs: [
      greeting(mandate),
      `${sender.name} asks you to set up a direct debit of ${describeAmount(mandate)} for “${mandate.narration}”. Nothing is debited unless you agree. To confirm that the account is yours, you will be asked to send NGN 50 from it.`,
    ],
    rows: [
      ['From', sender.name],
      ['Account', maskedNumber(mandate.last4)],
      ['Amount', describeAmount(mandate)],
      ['First debit', `from ${formatDay(mandate.startOn)}`],
      ...(mandate.endOn ? ([['Until', formatDay(mandate.endOn)]] as [string, string][]) : []),
    ],
    action: { label: 'Read the request', url: consentUrl(config, mandate) },
  })
}

export function consentCodeEmail(config: ApiConfig, sender: SendingBusiness, mandate: MandateRecord, code: string) {
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `Your code for ${sender.nameInSubject}`,
    heading: code,
    paragraphs: [
      `Enter this code to agree to the direct debit by ${sender.name}. It expires in ten minutes.`,
      'If you did not request it, ignore this email and do not share the code.',
    ],
  })
}

export function mandateTransferEmail(config: ApiConfig, sender: SendingBusiness, mandate: MandateRecord) {
  if (mandate.authorizationUrl) return mandateAuthorizationEmail(config, sender, mandate)
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `Send ${formatNaira(mandate.transferKobo!)} to activate your direct debit`,
    heading: 'One more step',
    paragraphs: [
      greeting(mandate),
      `Thank you for your consent. To prove that the account is yours, send exactly ${formatNaira(mandate.transferKobo!)} from ${describeAccount(mandate)} to the account below, before ${formatInstant(mandate.transferExpiresAt!)}.`,
    ],
    rows: [
      ['Amount', formatNaira(mandate.transferKobo!)],
      ['Bank', mandate.transferBank!],
      ['Account number', mandate.transferAccountNumber!],
      ['Account name', mandate.transferAccountName!],
    ],
    action: { label: 'View progress', url: consentUrl(config, mandate) },
  })
}

function mandateAuthorizationEmail(config: ApiConfig, sender: SendingBusiness, mandate: MandateRecord) {
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `Confirm your account for ${sender.nameInSubject}`,
    heading: 'One more step',
    paragraphs: [
      greeting(mandate),
      `Thank you for your consent. To prove that ${describeAccount(mandate)} is yours, confirm it on the page of our payment processor before ${formatInstant(mandate.transferExpiresAt!)}. Nothing is debited before.`,
    ],
    rows: [['Reference', mandate.reference]],
    action: { label: 'Confirm the account', url: consentUrl(config, mandate) },
  })
}

export function mandateReadyEmail(config: ApiConfig, sender: SendingBusiness, mandate: MandateRecord) {
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `Your direct debit for ${sender.nameInSubject} is set up`,
    heading: 'Your direct debit is set up',
    paragraphs: [
      greeting(mandate),
      `Your bank has approved it. No later than the day before each debit from ${describeAccount(mandate)}, we email you its date and amount. You can cancel your direct debit at any time on its page.`,
    ],
    rows: [
      ['Amount', describeAmount(mandate)],
      ['Reference', mandate.reference],
    ],
    action: { label: 'View direct debit', url: consentUrl(config, mandate) },
  })
}

export function mandateEndedEmail(config: ApiConfig, sender: SendingBusiness, mandate: MandateRecord) {
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `Your direct debit for ${sender.nameInSubject} has ended`,
    heading: 'Your direct debit has ended',
    paragraphs: [
      greeting(mandate),
      `${sender.name} can no longer debit ${describeAccount(mandate)}. Reason: ${mandate.reason}.`,
    ],
    rows: [['Reference', mandate.reference]],
  })
}

export interface MailedDebit {
  mandate: MandateRecord
  debit: DebitRecord
}

const debitRows = (sender: SendingBusiness, debit: DebitRecord): [string, string][] => [
  ['To', sender.name],
  ['Amount', formatNaira(debit.amountKobo)],
  ['For', debit.narration],
  ['Reference', debit.reference],
]

export function debitNoticeEmail(config: ApiConfig, sender: SendingBusiness, { debit, mandate }: MailedDebit) {
  const day = formatDay(dayOf(debit))
  const amount = formatNaira(debit.amountKobo)
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `${sender.nameInSubject} will debit ${amount} on ${day}`,
    heading: `Upcoming debit: ${amount}`,
    paragraphs: [
      greeting(mandate),
      `As you agreed, ${sender.name} will debit ${amount} from ${describeAccount(mandate)} on ${day}, from 09:00. Please keep enough money in the account. You can skip only this debit before then; your direct debit continues. Or cancel the direct debit on its page.`,
    ],
    rows: [['Date', day], ...debitRows(sender, debit)],
    action: { label: 'Skip this debit', url: `${consentUrl(config, mandate)}?skip=${debit.id}` },
    secondAction: { label: 'View or cancel direct debit', url: consentUrl(config, mandate) },
  })
}

/** Lagos day of the next attempt of a debit; of its first one once it has ended. */
const dayOf = ({ dueAt, dueOn }: DebitRecord) => (dueAt ? lagosDay(dueAt) : dueOn)

export function debitCancelledEmail(config: ApiConfig, sender: SendingBusiness, { debit, mandate }: MailedDebit) {
  const amount = formatNaira(debit.amountKobo)
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `${sender.nameInSubject} will not debit ${amount}`,
    heading: `Cancelled: debit of ${amount}`,
    paragraphs: [
      greeting(mandate),
      `${sender.name} cancelled the debit of ${amount} that we notified you of. It will not be taken from ${describeAccount(mandate)}. Your direct debit continues.`,
    ],
    rows: debitRows(sender, debit),
    action: { label: 'View direct debit', url: consentUrl(config, mandate) },
  })
}

export function debitSkippedEmail(config: ApiConfig, sender: SendingBusiness, { debit, mandate }: MailedDebit) {
  const amount = formatNaira(debit.amountKobo)
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `You skipped a debit by ${sender.nameInSubject}`,
    heading: `Skipped: debit of ${amount}`,
    paragraphs: [
      greeting(mandate),
      `As you asked, ${amount} will not be taken from ${describeAccount(mandate)} on ${formatDay(debit.dueOn)}. Your direct debit continues. You may still owe this amount. We have notified ${sender.name}.`,
    ],
    rows: debitRows(sender, debit),
    action: { label: 'View direct debit', url: consentUrl(config, mandate) },
  })
}

export function debitFailedEmail(config: ApiConfig, sender: SendingBusiness, { debit, mandate }: MailedDebit) {
  const again = debit.status === 'retrying' && debit.dueAt ? formatInstant(debit.dueAt) : undefined
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `${sender.nameInSubject} could not debit ${formatNaira(debit.amountKobo)}`,
    heading: `We couldn’t debit ${formatNaira(debit.amountKobo)}`,
    paragraphs: [
      greeting(mandate),
      `${formatNaira(debit.amountKobo)} could not be debited from ${describeAccount(mandate)}. ${explainFailure(debit, 'account')} ${
        again ? `We will try again on ${again}.` : `We will not try again. ${sender.name} may contact you.`
      }`,
    ],
    rows: debitRows(sender, debit),
    action: { label: 'View direct debit', url: consentUrl(config, mandate) },
  })
}
