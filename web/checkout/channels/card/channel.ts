import { cardName } from '../../card-number.ts'
import type { CheckoutChannel } from '../definition.ts'
import { CardStep } from './step.tsx'

export const card: CheckoutChannel = {
  // Most payers pay by card, so its step is not loaded lazily.
  Step: CardStep,
  describeInstrument: ({ card }, texts) => card && cardName(card, texts),
  describeReceipt: ({ card }, texts) => card && cardName(card, texts),
  failureAdvice: 'cardAdvice',
}
