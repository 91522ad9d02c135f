import type { ApiConfig } from '../../../config.ts'
import { customerEmail } from '../../customer-emails/customer-emails.ts'
import type { SendingBusiness } from '../../merchants/sending-business.ts'
import type { MandateRecord } from '../move.ts'
import { mailFrame } from './frame.ts'

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
