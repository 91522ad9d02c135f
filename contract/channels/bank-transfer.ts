import { minuteMs } from '../durations.ts'
import { type ChannelDefinition, standardPrice } from './definition.ts'

export const bankTransfer = {
  name: 'Bank transfer',
  nameInText: 'bank transfer',
  icon: 'M8 3 4 7l4 4M4 7h16M16 21l4-4-4-4M20 17H4',
  price: standardPrice,
  waitingText: 'Waiting for the customer’s transfer to arrive.',
  slowAboveMs: 10 * minuteMs,
  payer: { label: 'Transfer', payments: 'Bank transfers', retryLabel: 'Get a new account number' },
} satisfies ChannelDefinition
