import { describeTerms } from '@adire/contract/mandate-terms.ts'
import type { SendingBusiness } from '../../merchants/sending-business.ts'
import type { MandateRecord } from '../move.ts'

export const greeting = ({ customerName }: MandateRecord) => (customerName ? `Hello ${customerName},` : 'Hello,')
export const describeAccount = ({ last4 }: MandateRecord) => `your account ending ${last4}`

/** What the customer pays, with the fee if they bear it. */
export const describeAmount = ({ kind, frequency, limitKobo }: MandateRecord) =>
  describeTerms({ kind, frequency, amountKobo: limitKobo })

export const mailFrame = (sender: SendingBusiness, mandate: MandateRecord) => ({
  to: mandate.customerEmail,
  closing: `Questions? Write to ${sender.contactEmail}. You get this email because ${sender.name} debits your account or asked to do so.`,
})
