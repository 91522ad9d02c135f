import { formatNaira } from '@adire/contract/money.ts'
import { formatInstant } from '../../lagos.ts'
import type { PaymentRecord } from '../payments/move.ts'
import type { DisputeRecord } from './move.ts'

/** Details of an open dispute for the emails about it: who disputes which payment, why, and what is at stake. */
export const listDisputeDetails = (
  { amountKobo, reason, reference, dueAt }: DisputeRecord,
  payment: PaymentRecord,
): [label: string, value: string][] => [
  ['Customer', payment.customerName ? `${payment.customerName}, ${payment.customerEmail}` : payment.customerEmail],
  ['Payment', `${formatNaira(payment.amountKobo)} on ${formatInstant(payment.paidAt ?? payment.createdAt)}`],
  ['Payment reference', payment.reference],
  ['Reason', reason],
  ['Amount at stake', formatNaira(amountKobo)],
  ['Respond by', formatInstant(dueAt)],
  ['Dispute', reference],
]
