import { minuteMs } from '@adire/contract/durations.ts'
import type { Context } from '../../context.ts'
import { addPayment, appendPaymentEvent } from '../../features/payments/move.ts'
import type { RandomSource } from './chance.ts'

type CardPayment = Pick<
  Parameters<typeof addPayment>[1],
  | 'merchantId'
  | 'invoiceId'
  | 'planId'
  | 'paymentLinkId'
  | 'isCardCheck'
  | 'amountKobo'
  | 'customerEmail'
  | 'customerName'
>

/** Adds the payment of a demo payer who has typed a card and waits for its outcome. */
export async function addCardPayment({ tx, now }: Pick<Context, 'tx' | 'now'>, random: RandomSource, of: CardPayment) {
  const reference = `pay_${random.code(16)}`
  const payment = await addPayment(tx, {
    reference,
    processor: 'sandbox',
    processorReference: reference,
    accessCode: random.code(32),
    checkoutId: crypto.randomUUID(),
    status: 'pending',
    step: 'select_channel',
    priceKobo: of.amountKobo,
    feeBearer: 'merchant',
    channel: 'card',
    cardLast4: random.digits(4),
    channelDetails: { card: { brand: 'visa', bin: '408408', expiryMonth: 9, expiryYear: 2029, bank: null } },
    createdAt: now,
    expiresAt: new Date(now.getTime() + 30 * minuteMs),
    ...of,
  })
  await appendPaymentEvent(tx, payment, now, 'started', 'Checkout started')
  return payment
}
