import type { OfficePayment } from '@adire/contract/back-office/payments-schemas.ts'
import { channelNames } from '@adire/contract/channels/channels.ts'
import { maskedNumber } from '@adire/contract/channels/method-name.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { ReactNode } from 'react'
import { CopiedReference } from '../../ui/copied-reference.tsx'
import { formatDateTime } from '../../ui/date.ts'
import type { DetailItem } from '../../ui/detail-list.tsx'

/** Rows of the details of a payment; those without a value are left out. */
export function listPaymentDetails({ business, payment }: OfficePayment): DetailItem[] {
  const { channel, transfer, card, failure, customerName, customerEmail, customerPhone, paidAt, createdAt } = payment
  const details: [label: string, value: ReactNode][] = [
    ['Reference', <CopiedReference key="reference" text={payment.reference} />],
    ['Mode', business.mode === 'LIVE' ? 'Live Mode' : 'Test Mode'],
    ['Customer', customerName],
    ['Email', customerEmail],
    ['Phone', customerPhone],
    ['Method', channel ? channelNames[channel] : 'Not chosen'],
    ['Card', card && maskedNumber(card.last4)],
    ['Account to pay to', transfer && `${transfer.bankName} ${transfer.accountNumber}`],
    ['Sender', transfer?.senderName && [transfer.senderName, transfer.senderBank].filter(Boolean).join(', ')],
    ['Failure', failure && `${failure.message} (${failure.bankCode ?? failure.code})`],
    ['Fee and VAT', paidAt ? formatNaira(payment.feeKobo + payment.vatKobo) : 'None before it is paid'],
    ['Shares of recipients', payment.sharedKobo > 0 && formatNaira(payment.sharedKobo)],
    ['Proceeds', paidAt && formatNaira(payment.netKobo - payment.sharedKobo)],
    ['Refunded', payment.refundedKobo > 0 && formatNaira(payment.refundedKobo)],
    ['Settlement', payment.settlement?.reference],
    ['Started', formatDateTime(createdAt)],
    ['Paid', paidAt && formatDateTime(paidAt)],
  ]
  return details.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}
