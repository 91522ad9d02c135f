import { maskedNumber } from '@adire/contract/channels/method-name.ts'
import type { ApiConfig } from '../../../config.ts'
import { formatDay } from '../../../lagos.ts'
import { customerEmail } from '../../customer-emails/customer-emails.ts'
import type { SendingBusiness } from '../../merchants/sending-business.ts'
import { consentUrl } from '../consent-url.ts'
import type { MandateRecord } from '../move.ts'
import { describeAmount, greeting, mailFrame } from './frame.ts'

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
