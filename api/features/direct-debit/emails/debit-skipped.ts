import { formatNaira } from '@adire/contract/money.ts'
import type { ApiConfig } from '../../../config.ts'
import { formatDay } from '../../../lagos.ts'
import { customerEmail } from '../../customer-emails/customer-emails.ts'
import type { SendingBusiness } from '../../merchants/sending-business.ts'
import { consentUrl } from '../consent-url.ts'
import { describeAccount, greeting, mailFrame } from './frame.ts'
import { debitRows, type MailedDebit } from './mailed-debit.ts'

export function debitSkippedEmail(config: ApiConfig, sender: SendingBusiness, { debit, mandate }: MailedDebit) {
  const amount = formatNaira(debit.amountKobo)
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `You skipped a debit by ${sender.nameInSubject}`,
    heading: `Skipped: debit of ${amount}`,
    paragraphs: [
      greeting(mandate),
      `As you asked, ${amount} will not be taken from ${describeAccount(mandate)} on ${formatDay(debit.dueOn)}. Your direct debit continues. You may still owe this amount. We have notified ${sender.name}.`,
    ],
    rows: debitRows(sender, debit),
    action: { label: 'View direct debit', url: consentUrl(config, mandate) },
  })
}
