import { formatNaira } from '@adire/contract/money.ts'
import { explainFailure } from '@adire/contract/payer-reasons.ts'
import type { ApiConfig } from '../../../config.ts'
import { formatInstant } from '../../../lagos.ts'
import { customerEmail } from '../../customer-emails/customer-emails.ts'
import type { SendingBusiness } from '../../merchants/sending-business.ts'
import { consentUrl } from '../consent-url.ts'
import { describeAccount, greeting, mailFrame } from './frame.ts'
import { debitRows, type MailedDebit } from './mailed-debit.ts'

export function debitFailedEmail(config: ApiConfig, sender: SendingBusiness, { debit, mandate }: MailedDebit) {
  const again = debit.status === 'retrying' && debit.dueAt ? formatInstant(debit.dueAt) : undefined
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `${sender.nameInSubject} could not debit ${formatNaira(debit.amountKobo)}`,
    heading: `We couldn’t debit ${formatNaira(debit.amountKobo)}`,
    paragraphs: [
      greeting(mandate),
      `${formatNaira(debit.amountKobo)} could not be debited from ${describeAccount(mandate)}. ${explainFailure(debit, 'account')} ${
        again ? `We will try again on ${again}.` : `We will not try again. ${sender.name} may contact you.`
      }`,
    ],
    rows: debitRows(sender, debit),
    action: { label: 'View direct debit', url: consentUrl(config, mandate) },
  })
}
