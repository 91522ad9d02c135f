import type { ApiConfig } from '../../../config.ts'
import { customerEmail } from '../../customer-emails/customer-emails.ts'
import type { SendingBusiness } from '../../merchants/sending-business.ts'
import { consentUrl } from '../consent-url.ts'
import type { MandateRecord } from '../move.ts'
import { describeAccount, describeAmount, greeting, mailFrame } from './frame.ts'

export function mandateReadyEmail(config: ApiConfig, sender: SendingBusiness, mandate: MandateRecord) {
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `Your direct debit for ${sender.nameInSubject} is set up`,
    heading: 'Your direct debit is set up',
    paragraphs: [
      greeting(mandate),
      `Your bank has approved it. ${describeNotices(mandate)} You can cancel your direct debit at any time on its page.`,
    ],
    rows: [
      ['Amount', describeAmount(mandate)],
      ['Reference', mandate.reference],
    ],
    action: { label: 'View direct debit', url: consentUrl(config, mandate) },
  })
}

function describeNotices(mandate: MandateRecord): string {
  const account = describeAccount(mandate)
  return mandate.subscriptionId === null
    ? `No later than the day before each debit from ${account}, we email you its date and amount.`
    : `The first debit from ${account} is due with the first payment of your subscription. No later than the day before each later payment, we email you its date and amount.`
}
