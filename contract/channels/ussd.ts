import { minuteMs } from '../durations.ts'
import { type ChannelDefinition, standardPrice } from './definition.ts'

export const ussd = {
  name: 'USSD',
  nameInText: 'USSD',
  icon: 'M4 9h16M4 15h16M10 3 8 21M16 3l-2 18',
  price: standardPrice,
  waitingText: 'Waiting for the customer to dial the code and confirm.',
  slowAboveMs: 5 * minuteMs,
  payer: { label: 'USSD', payments: 'USSD payments', retryLabel: 'Get a new code' },
} satisfies ChannelDefinition
