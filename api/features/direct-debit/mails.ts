import { formatNaira } from '@adire/contract/money.ts'
import * as z from 'zod/mini'
import type { ApiConfig } from '../../config.ts'
import type { Tx } from '../../database/connect.ts'
import { defineJob } from '../../jobs/queue.ts'
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
export const mailDebit = defineJob('mail-debit', z.object({ ...Key, what: z.enum(['notice', 'retry', 'failed']) }))
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

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const formatDay = (day: string) => dates.format(new Date(day))
const instants = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Lagos' })

const greeting = ({ customerName }: MandateRecord) => (customerName ? `Hello ${customerName},` : 'Hello,')
const describeAccount = ({ last4 }: MandateRecord) => `your account ending ${last4}`

const mailFrame = (sender: SendingBusiness, mandate: MandateRecord) => ({
  to: mandate.customerEmail,
  closing: `Questions? Write to ${sender.contactEmail}. You get this mail because ${sender.name} debits your account, or asks to.`,
})

export function mandateRequestEmail(config: ApiConfig, sender: SendingBusiness, mandate: MandateRecord) {
  const amount = formatNaira(mandate.limitKobo)
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `${sender.nameInSubject} asks to debit your account`,
    heading: 'Your consent is asked for',
    paragraphs: [
      greeting(mandate),
      `${sender.name} asks you to set up a direct debit of ${mandate.kind === 'fixed' ? '' : 'up to '}${amount} for “${mandate.narration}”. Read what you would agree to; nothing is debited unless you do.`,
    ],
    rows: [
      ['From', sender.name],
      ['Account', `ending ${mandate.last4}`],
      [mandate.kind === 'fixed' ? 'Each debit' : 'At most', amount],
      ['From day', formatDay(mandate.startOn)],
      ...(mandate.endOn ? ([['Until', formatDay(mandate.endOn)]] as [string, string][]) : []),
    ],
    action: { label: 'Read and decide', url: consentUrl(config, mandate) },
  })
}

export function consentCodeEmail(config: ApiConfig, sender: SendingBusiness, mandate: MandateRecord, code: string) {
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `Your code for ${sender.nameInSubject}`,
    heading: code,
    paragraphs: [
      `Enter this code to consent to the direct debit of ${sender.name}. It is good for ten minutes.`,
      'If you did not ask for it, do nothing, and give it to nobody.',
    ],
  })
}

export function mandateTransferEmail(config: ApiConfig, sender: SendingBusiness, mandate: MandateRecord) {
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `Send ${formatNaira(mandate.transferKobo!)} to activate your direct debit`,
    heading: 'One step is left',
    paragraphs: [
      greeting(mandate),
      `Thank you for your consent. To prove that the account is yours, send exactly ${formatNaira(mandate.transferKobo!)} from ${describeAccount(mandate)} to the account below, before ${instants.format(mandate.transferExpiresAt!)}.`,
    ],
    rows: [
      ['Amount', formatNaira(mandate.transferKobo!)],
      ['Bank', mandate.transferBank!],
      ['Account number', mandate.transferAccountNumber!],
      ['Account name', mandate.transferAccountName!],
    ],
    action: { label: 'See where it stands', url: consentUrl(config, mandate) },
  })
}

export function mandateReadyEmail(config: ApiConfig, sender: SendingBusiness, mandate: MandateRecord) {
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `Your direct debit for ${sender.nameInSubject} is set up`,
    heading: 'Your direct debit is set up',
    paragraphs: [
      greeting(mandate),
      `Your bank has activated it. We tell you by mail before each debit from ${describeAccount(mandate)}.`,
    ],
    rows: [
      [mandate.kind === 'fixed' ? 'Each debit' : 'At most', formatNaira(mandate.limitKobo)],
      ['Reference', mandate.reference],
    ],
    action: { label: 'See it', url: consentUrl(config, mandate) },
  })
}

export function mandateEndedEmail(config: ApiConfig, sender: SendingBusiness, mandate: MandateRecord) {
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `Your direct debit for ${sender.nameInSubject} has ended`,
    heading: 'Nothing more is debited',
    paragraphs: [
      greeting(mandate),
      `The direct debit of ${sender.name} from ${describeAccount(mandate)} has ended: ${mandate.reason}.`,
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
  const when = debit.source === 'now' ? 'today' : `on ${formatDay(debit.dueOn)}`
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `${sender.nameInSubject} debits ${formatNaira(debit.amountKobo)} ${when}`,
    heading: `${formatNaira(debit.amountKobo)} ${when}`,
    paragraphs: [
      greeting(mandate),
      `As you allowed, ${formatNaira(debit.amountKobo)} is debited from ${describeAccount(mandate)} ${when}. Please see to it that there is enough in it.`,
    ],
    rows: debitRows(sender, debit),
    action: { label: 'See your direct debit', url: consentUrl(config, mandate) },
  })
}

export function debitFailedEmail(config: ApiConfig, sender: SendingBusiness, { debit, mandate }: MailedDebit) {
  const again = debit.status === 'retrying' && debit.dueAt ? instants.format(debit.dueAt) : undefined
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `${sender.nameInSubject} could not debit ${formatNaira(debit.amountKobo)}`,
    heading: again ? 'We try again' : 'The debit failed',
    paragraphs: [
      greeting(mandate),
      `${formatNaira(debit.amountKobo)} could not be debited from ${describeAccount(mandate)}: ${debit.failureMessage}. ${
        again ? `We try again on ${again}.` : `We do not try again; ${sender.name} may write to you.`
      }`,
    ],
    rows: debitRows(sender, debit),
  })
}
