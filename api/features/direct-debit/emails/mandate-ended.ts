import type { ApiConfig } from '../../../config.ts'
import { customerEmail } from '../../customer-emails/customer-emails.ts'
import type { SendingBusiness } from '../../merchants/sending-business.ts'
import type { MandateRecord } from '../move.ts'
import { describeAccount, greeting, mailFrame } from './frame.ts'

export function mandateEndedEmail(config: ApiConfig, sender: SendingBusiness, mandate: MandateRecord) {
  // The note of a merchant is for its members only.
  const reason = mandate.endedBy === 'business' ? `Cancelled by ${sender.name}` : mandate.reason
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `Your direct debit for ${sender.nameInSubject} has ended`,
    heading: 'Your direct debit has ended',
    paragraphs: [
      greeting(mandate),
      `${sender.name} can no longer debit ${describeAccount(mandate)}. Reason: ${reason}.`,
    ],
    rows: [['Reference', mandate.reference]],
  })
}
