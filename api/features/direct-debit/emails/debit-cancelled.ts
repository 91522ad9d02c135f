import { formatNaira } from '@adire/contract/money.ts'
import type { ApiConfig } from '../../../config.ts'
import { customerEmail } from '../../customer-emails/customer-emails.ts'
import type { SendingBusiness } from '../../merchants/sending-business.ts'
import { consentUrl } from '../consent-url.ts'
import { describeAccount, greeting, mailFrame } from './frame.ts'
import { debitRows, type MailedDebit } from './mailed-debit.ts'

export function debitCancelledEmail(config: ApiConfig, sender: SendingBusiness, { debit, mandate }: MailedDebit) {
  const amount = formatNaira(debit.amountKobo)
  const isSuspended = debit.failureCode === 'mandate_suspended'
  const cancelled = isSuspended
    ? `Your bank has suspended this direct debit, so the debit of ${amount} that we notified you of is cancelled.`
    : `${sender.name} cancelled the debit of ${amount} that we notified you of.`
  const goesOn = mandate.endedAt || isSuspended ? '' : ' Your direct debit continues.'
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `${sender.nameInSubject} will not debit ${amount}`,
    heading: `Cancelled: debit of ${amount}`,
    paragraphs: [greeting(mandate), `${cancelled} It will not be taken from ${describeAccount(mandate)}.${goesOn}`],
    rows: debitRows(sender, debit),
    action: { label: 'View direct debit', url: consentUrl(config, mandate) },
  })
}
