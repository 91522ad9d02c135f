import { minuteMs } from '../durations.ts'
import { type ChannelDefinition, standardPrice } from './definition.ts'

export const card = {
  name: 'Card',
  nameInText: 'card',
  icon: 'M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2M2 10h20M6 14h2',
  price: standardPrice,
  waitingText: null,
  slowAboveMs: 5 * minuteMs,
  payer: { label: 'Card', payments: 'Card payments', retryLabel: 'Try again' },
} satisfies ChannelDefinition
