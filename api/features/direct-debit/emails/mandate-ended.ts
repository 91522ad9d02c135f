import { formatNaira } from '@adire/contract/money.ts'
import type { ApiConfig } from '../../../config.ts'
import { customerEmail } from '../../customer-emails/customer-emails.ts'
import type { SendingBusiness } from '../../merchants/sending-business.ts'
import type { DebitsAtBank } from '../at-bank.ts'
import type { MandateRecord } from '../move.ts'
import { describeAccount, greeting, mailFrame } from './frame.ts'

/** `atBank`: debits that the bank had when the mandate ended. */
export function mandateEndedEmail(
  config: ApiConfig,
  sender: SendingBusiness,
  mandate: MandateRecord,
  atBank: DebitsAtBank,
) {
  // The note of a merchant is for its members only.
  const reason = mandate.endedBy === 'business' ? `Cancelled by ${sender.name}` : mandate.reason
  return customerEmail(config, sender, {
    ...mailFrame(sender, mandate),
    subject: `Your direct debit for ${sender.nameInSubject} has ended`,
    heading: 'Your direct debit has ended',
    paragraphs: [
      greeting(mandate),
      `${sender.name} can no longer debit ${describeAccount(mandate)}. Reason: ${reason}.`,
      ...(atBank.number > 0 ? [describeAtBank(atBank)] : []),
    ],
    rows: [['Reference', mandate.reference]],
  })
}

const describeAtBank = ({ number, kobo }: DebitsAtBank) =>
  number === 1
    ? `A debit of ${formatNaira(kobo)} is at your bank already and may still be made. Nothing more is debited after it.`
    : `${number} debits of ${formatNaira(kobo)} in all are at your bank already and may still be made. Nothing more is debited after them.`
