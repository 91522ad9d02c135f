import { minuteMs } from '../durations.ts'
import { type ChannelDefinition, standardPrice } from './definition.ts'

export const bankAccount = {
  name: 'Pay with bank',
  nameInText: 'pay with bank',
  icon: 'M10 18v-7M11.1 2.2a2 2 0 0 1 1.8 0l7.8 3.9a.5.5 0 0 1-.2.9h-17a.5.5 0 0 1-.2-.9zM14 18v-7M18 18v-7M3 22h18M6 18v-7',
  price: standardPrice,
  waitingText: 'Waiting for the customer to answer the bank.',
  slowAboveMs: 5 * minuteMs,
  payer: { label: 'Bank', payments: 'Payments from a bank account', retryLabel: 'Try again' },
} satisfies ChannelDefinition
