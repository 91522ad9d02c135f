import { dayMs } from '@adire/contract/durations.ts'
import { formatNaira } from '@adire/contract/money.ts'
import * as z from 'zod/mini'
import type { ApiConfig } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { formatInstant } from '../../lagos.ts'
import { customerEmail } from '../customer-emails/customer-emails.ts'
import type { SendingBusiness } from '../merchants/sending-business.ts'
import { findPaymentIfPresent, type PaymentRecord } from './move.ts'

/** How long the holder of a saved card may confirm a charge that the bank asks about, in ms. */
export const confirmationMs = dayMs

/** Path of the link in the email; it leads to the page of the bank. */
export const confirmPath = (accessCode: string) => `/pay/confirm/${accessCode}`

/** Whether a saved card is charged in its holder's absence. */
export const isWithoutPayer = ({ savedCardId, savesCard }: Pick<PaymentRecord, 'savedCardId' | 'savesCard'>) =>
  savedCardId !== null && !savesCard

/** Whether a charge waits until the holder of its saved card confirms it. */
export const waitsForConfirmation = (payment: PaymentRecord): payment is PaymentRecord & { openUrl: string } =>
  payment.status === 'pending' && payment.step === 'open_url' && payment.openUrl !== null && isWithoutPayer(payment)

/** Where the holder confirms a charge, and until when; null if it does not wait for that. */
export const toConfirmation = ({ publicUrl }: Pick<ApiConfig, 'publicUrl'>, payment: PaymentRecord) =>
  waitsForConfirmation(payment)
    ? { url: publicUrl + confirmPath(payment.accessCode), expiresAt: payment.expiresAt.toISOString() }
    : null

const Key = z.object({ merchantId: z.string(), paymentId: z.string() })
type Key = z.infer<typeof Key>
export const mailConfirmation = defineJob('mail-card-confirmation', Key)

/** Asks the holder of a saved card by email to confirm a charge, once. */
export const enqueueConfirmation = (
  { tx, now }: Context,
  { merchantId, id: paymentId }: Pick<PaymentRecord, 'merchantId' | 'id'>,
) => enqueueJob(tx, mailConfirmation, { merchantId, paymentId }, { merchantId, key: paymentId, runAt: now })

/** The payment, if it still waits for the holder. */
export async function paymentToConfirm(tx: Tx, { merchantId, paymentId }: Key): Promise<PaymentRecord | undefined> {
  const payment = await findPaymentIfPresent(tx, { merchantId, id: paymentId })
  return payment && waitsForConfirmation(payment) ? payment : undefined
}

/** Email to the holder of a saved card: what is charged, and the link to confirm it. */
export function confirmationEmail(
  config: ApiConfig,
  business: SendingBusiness,
  { amountKobo, accessCode, cardLast4, customerEmail: to, expiresAt, reference }: PaymentRecord,
) {
  const amount = formatNaira(amountKobo)
  return customerEmail(config, business, {
    to,
    subject: `Confirm your payment of ${amount} to ${business.nameInSubject}`,
    heading: `Confirm your payment of ${amount}`,
    paragraphs: [
      `${business.name} is charging your card ending ${cardLast4}, as you agreed. Your bank asks you to confirm this payment.`,
      `Nothing is charged before you confirm. The link works until ${formatInstant(expiresAt)}.`,
    ],
    rows: [
      ['Business', business.name],
      ['Amount', amount],
      ['Card', `ending ${cardLast4}`],
      ['Payment', reference],
    ],
    action: { label: 'Confirm payment', url: config.publicUrl + confirmPath(accessCode) },
    closing: `Questions about this payment? Write to ${business.contactEmail}.`,
  })
}
