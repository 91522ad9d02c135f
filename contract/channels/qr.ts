import { minuteMs } from '../durations.ts'
import { type ChannelDefinition, standardPrice } from './definition.ts'

export const qr = {
  name: 'QR',
  nameInText: 'QR',
  icon: 'M4 3h3a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1M17 3h3a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1M4 16h3a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-3a1 1 0 0 1 1-1M21 16h-3a2 2 0 0 0-2 2v3M21 21v.01M12 7v3a2 2 0 0 1-2 2H7M3 12h.01M12 3h.01M12 16v.01M16 12h1M21 12v.01M12 21v-1',
  price: standardPrice,
  waitingText: 'Waiting for the customer to scan the code and confirm.',
  slowAboveMs: 5 * minuteMs,
  payer: { label: 'QR', payments: 'QR payments', retryLabel: 'Get a new QR code' },
} satisfies ChannelDefinition
