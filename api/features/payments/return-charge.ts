import type { Channel } from '@adire/contract/channels/channels.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { ConnectorWith } from '../../connectors/connector.ts'
import { toReturn } from '../../connectors/refunds.ts'
import type { Context } from '../../context.ts'
import { appendPaymentEvent, type PaymentRecord } from './move.ts'

/**
 * Whether money that arrives by a channel can still pay a payment. A transfer that was on its way when the payment was abandoned is
 * accepted; no other channel revives a payment.
 */
export const isPayableBy = ({ status }: Pick<PaymentRecord, 'status'>, paidBy: Channel): boolean =>
  status !== 'failed' && (status !== 'abandoned' || paidBy === 'bank_transfer')

/**
 * Returns to the payer a charge of the processor that pays nothing. Repeated calls return it once.
 * @throws Error if the processor does not return it
 */
export async function returnCharge(
  write: <T>(use: (context: Context) => Promise<T>) => Promise<T>,
  { refunds }: ConnectorWith<'refunds'>,
  payment: PaymentRecord,
  charge: string,
): Promise<void> {
  const { amountKobo } = payment
  const returned = await refunds.request(toReturn({ reference: charge, amountKobo }))
  if (returned.kind === 'failed' || returned.kind === 'needs_account')
    throw new Error(`The charge ${charge} could not be returned: ${returned.message}`)
  const why = payment.paidAt ? 'was paid again' : 'was paid after the payment had ended'
  await write(({ tx, now }) => {
    const text = `${formatNaira(amountKobo)} ${why} (${charge}) and went back to the payer`
    return appendPaymentEvent(tx, payment, now, 'charge_returned', text)
  })
}
