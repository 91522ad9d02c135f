import { formatNaira } from '@adire/contract/money.ts'
import type { ApiConfig } from '../../../config.ts'
import { formatInstant } from '../../../lagos.ts'
import { customerEmail } from '../../customer-emails/customer-emails.ts'
import type { SendingBusiness } from '../../merchants/sending-business.ts'
import { consentUrl } from '../consent-url.ts'
import type { MandateRecord } from '../move.ts'
import { describeAccount, greeting, mailFrame } from './frame.ts'
import { mandateAuthorizationEmail } from './mandate-authorization.ts'

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
