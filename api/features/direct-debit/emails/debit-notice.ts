import { formatNaira } from '@adire/contract/money.ts'
import type { ApiConfig } from '../../../config.ts'
import { formatDay, lagosDay } from '../../../lagos.ts'
import { customerEmail } from '../../customer-emails/customer-emails.ts'
import type { SendingBusiness } from '../../merchants/sending-business.ts'
import { consentUrl } from '../consent-url.ts'
import type { DebitRecord } from '../move.ts'
import { describeAccount, greeting, mailFrame } from './frame.ts'
import { debitRows, type MailedDebit } from './mailed-debit.ts'

export function debitNoticeEmail(config: ApiConfig, sender: SendingBusiness, { debit, mandate }: MailedDebit) {
  const day = formatDay(dayOf(debit))
  const amount = formatNaira(debit.amountKobo)
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `${sender.nameInSubject} will debit ${amount} on ${day}`,
    heading: `Upcoming debit: ${amount}`,
    paragraphs: [
      greeting(mandate),
      `As you agreed, ${sender.name} will debit ${amount} from ${describeAccount(mandate)} on ${day}, from 09:00. Please keep enough money in the account. You can skip only this debit before then; your direct debit continues. Or cancel the direct debit on its page.`,
    ],
    rows: [['Date', day], ...debitRows(sender, debit)],
    action: { label: 'Skip this debit', url: `${consentUrl(config, mandate)}?skip=${debit.id}` },
    secondAction: { label: 'View or cancel direct debit', url: consentUrl(config, mandate) },
  })
}

/** Lagos day of the next attempt of a debit; of its first one once it has ended. */
const dayOf = ({ dueAt, dueOn }: DebitRecord) => (dueAt ? lagosDay(dueAt) : dueOn)
