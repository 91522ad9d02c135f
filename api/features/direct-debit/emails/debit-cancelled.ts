import { formatNaira } from '@adire/contract/money.ts'
import type { ApiConfig } from '../../../config.ts'
import { customerEmail } from '../../customer-emails/customer-emails.ts'
import type { SendingBusiness } from '../../merchants/sending-business.ts'
import { consentUrl } from '../consent-url.ts'
import { describeAccount, greeting, mailFrame } from './frame.ts'
import { debitRows, type MailedDebit } from './mailed-debit.ts'

export function debitCancelledEmail(config: ApiConfig, sender: SendingBusiness, { debit, mandate }: MailedDebit) {
  const amount = formatNaira(debit.amountKobo)
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `${sender.nameInSubject} will not debit ${amount}`,
    heading: `Cancelled: debit of ${amount}`,
    paragraphs: [
      greeting(mandate),
      `${sender.name} cancelled the debit of ${amount} that we notified you of. It will not be taken from ${describeAccount(mandate)}.${mandate.endedAt ? '' : ' Your direct debit continues.'}`,
    ],
    rows: debitRows(sender, debit),
    action: { label: 'View direct debit', url: consentUrl(config, mandate) },
  })
}
