import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Config } from '../../config.ts'
import type { Tx } from '../../database/connect.ts'
import { letter } from '../../emails/mail.ts'
import { job } from '../../jobs/queue.ts'
import { merchants } from '../merchants/tables.ts'
import type { DebitRecord, MandateRecord } from './move.ts'
import { mandateDebits, mandates } from './tables.ts'

const Key = { merchantId: z.string(), id: z.string() }
export const mailMandate = job(
  'mail-mandate',
  z.object({ ...Key, what: z.enum(['request', 'transfer', 'ready', 'ended']) }),
)
export const mailDebit = job('mail-debit', z.object({ ...Key, what: z.enum(['notice', 'retry', 'failed']) }))
export const cancelAtBank = job('cancel-mandate-at-bank', z.object({ merchantId: z.string(), reference: z.string() }))

interface Business {
  businessName: string
  businessEmail: string
  supportEmail: string | null
  mode: 'TEST' | 'LIVE'
}
export interface Mailed {
  mandate: MandateRecord
  business: Business
}

export async function mailed(tx: Tx, { merchantId, id }: { merchantId: string; id: string }) {
  const [found] = await tx
    .select({ mandate: mandates, business: merchants })
    .from(mandates)
    .innerJoin(merchants, eq(merchants.id, mandates.merchantId))
    .where(and(eq(mandates.merchantId, merchantId), eq(mandates.id, id)))
  return found
}

export async function mailedDebit(tx: Tx, { merchantId, id }: { merchantId: string; id: string }) {
  const [debit] = await tx
    .select()
    .from(mandateDebits)
    .where(and(eq(mandateDebits.merchantId, merchantId), eq(mandateDebits.id, id)))
  const found = debit && (await mailed(tx, { merchantId, id: debit.mandateId }))
  return found && { ...found, debit }
}

export const consentUrl = ({ publicUrl }: Config, { accessCode }: Pick<MandateRecord, 'accessCode'>) =>
  `${publicUrl}/mandate/${accessCode}`

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const dayOf = (day: string) => dates.format(new Date(day))
const instants = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Africa/Lagos' })

const hello = ({ customerName }: MandateRecord) => (customerName ? `Hello ${customerName},` : 'Hello,')
const accountOf = ({ last4 }: MandateRecord) => `your account ending ${last4}`

const frame = ({ mandate, business }: Mailed) => ({
  to: mandate.customerEmail,
  test: business.mode === 'TEST',
  closing: `Questions? Write to ${business.supportEmail ?? business.businessEmail}. You get this mail because ${business.businessName} debits your account, or asks to.`,
})

export function requestLetter(config: Config, found: Mailed) {
  const { mandate, business } = found
  const amount = formatNaira(mandate.limitKobo)
  return letter(config, {
    ...frame(found),
    subject: `${business.businessName} asks to debit your account`,
    heading: 'Your consent is asked for',
    paragraphs: [
      hello(mandate),
      `${business.businessName} asks you to set up a direct debit of ${mandate.kind === 'fixed' ? '' : 'up to '}${amount} for “${mandate.narration}”. Read what you would agree to; nothing is debited unless you do.`,
    ],
    rows: [
      ['From', business.businessName],
      ['Account', `ending ${mandate.last4}`],
      [mandate.kind === 'fixed' ? 'Each debit' : 'At most', amount],
      ['From day', dayOf(mandate.startOn)],
      ...(mandate.endOn ? ([['Until', dayOf(mandate.endOn)]] as [string, string][]) : []),
    ],
    action: { label: 'Read and decide', url: consentUrl(config, mandate) },
  })
}

export function codeLetter(config: Config, found: Mailed, code: string) {
  return letter(config, {
    ...frame(found),
    subject: `Your code for ${found.business.businessName}`,
    heading: code,
    paragraphs: [
      `Enter this code to consent to the direct debit of ${found.business.businessName}. It is good for ten minutes.`,
      'If you did not ask for it, do nothing, and give it to nobody.',
    ],
  })
}

export function transferLetter(config: Config, found: Mailed) {
  const { mandate } = found
  return letter(config, {
    ...frame(found),
    subject: `Send ${formatNaira(mandate.transferKobo!)} to activate your direct debit`,
    heading: 'One step is left',
    paragraphs: [
      hello(mandate),
      `Thank you for your consent. To prove that the account is yours, send exactly ${formatNaira(mandate.transferKobo!)} from ${accountOf(mandate)} to the account below, before ${instants.format(mandate.transferExpiresAt!)}.`,
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

export function readyLetter(config: Config, found: Mailed) {
  const { mandate, business } = found
  return letter(config, {
    ...frame(found),
    subject: `Your direct debit for ${business.businessName} is set up`,
    heading: 'Your direct debit is set up',
    paragraphs: [
      hello(mandate),
      `Your bank has activated it. We tell you by mail before each debit from ${accountOf(mandate)}.`,
    ],
    rows: [
      [mandate.kind === 'fixed' ? 'Each debit' : 'At most', formatNaira(mandate.limitKobo)],
      ['Reference', mandate.reference],
    ],
    action: { label: 'See it', url: consentUrl(config, mandate) },
  })
}

export function endedLetter(config: Config, found: Mailed) {
  const { mandate, business } = found
  return letter(config, {
    ...frame(found),
    subject: `Your direct debit for ${business.businessName} has ended`,
    heading: 'Nothing more is debited',
    paragraphs: [
      hello(mandate),
      `The direct debit of ${business.businessName} from ${accountOf(mandate)} has ended: ${mandate.reason}.`,
    ],
    rows: [['Reference', mandate.reference]],
  })
}

export interface MailedDebit extends Mailed {
  debit: DebitRecord
}

const debitRows = ({ debit, business }: MailedDebit): [string, string][] => [
  ['To', business.businessName],
  ['Amount', formatNaira(debit.amountKobo)],
  ['For', debit.narration],
  ['Reference', debit.reference],
]

export function noticeLetter(config: Config, found: MailedDebit) {
  const { debit, mandate, business } = found
  const when = debit.source === 'now' ? 'today' : `on ${dayOf(debit.dueOn)}`
  return letter(config, {
    ...frame(found),
    subject: `${business.businessName} debits ${formatNaira(debit.amountKobo)} ${when}`,
    heading: `${formatNaira(debit.amountKobo)} ${when}`,
    paragraphs: [
      hello(mandate),
      `As you allowed, ${formatNaira(debit.amountKobo)} is debited from ${accountOf(mandate)} ${when}. Please see to it that there is enough in it.`,
    ],
    rows: debitRows(found),
    action: { label: 'See your direct debit', url: consentUrl(config, mandate) },
  })
}

export function failedLetter(config: Config, found: MailedDebit) {
  const { debit, mandate, business } = found
  const again = debit.status === 'retrying' && debit.dueAt ? instants.format(debit.dueAt) : undefined
  return letter(config, {
    ...frame(found),
    subject: `${business.businessName} could not debit ${formatNaira(debit.amountKobo)}`,
    heading: again ? 'We try again' : 'The debit failed',
    paragraphs: [
      hello(mandate),
      `${formatNaira(debit.amountKobo)} could not be debited from ${accountOf(mandate)}: ${debit.failureMessage}. ${
        again ? `We try again on ${again}.` : `We do not try again; ${business.businessName} may write to you.`
      }`,
    ],
    rows: debitRows(found),
  })
}
