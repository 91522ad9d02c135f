import type { ApiConfig } from '../../../config.ts'
import { formatInstant } from '../../../lagos.ts'
import { customerEmail } from '../../customer-emails/customer-emails.ts'
import type { SendingBusiness } from '../../merchants/sending-business.ts'
import { consentUrl } from '../consent-url.ts'
import type { MandateRecord } from '../move.ts'
import { describeAccount, greeting, mailFrame } from './frame.ts'

export function mandateAuthorizationEmail(config: ApiConfig, sender: SendingBusiness, mandate: MandateRecord) {
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
