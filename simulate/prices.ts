import { toLagosDay } from './days.ts'
import type { ModelBusiness } from './model.ts'
import { listPrice, type ModelPrice } from './money.ts'

/** Price of a payment that a business starts at an instant. Prices are agreed for all channels of the checkout at once. */
export function priceAt({ prices }: ModelBusiness, channel: string, startedAt: Date | string): ModelPrice {
  const agreed = prices.findLast(({ startsOn }) => startsOn <= toLagosDay(startedAt))
  return agreed && channel !== 'direct_debit' ? agreed.price : listPrice(channel)
}
