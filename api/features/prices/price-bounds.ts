import type { Price } from '@adire/contract/channels/definition.ts'
import { chargeFor } from '@adire/contract/fees.ts'
import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { problem } from '../../http/problem.ts'

/**
 * Checks that fee and VAT are at most half of every amount that can be charged. Their share of the amount falls as the
 * amount grows, except where the flat fee begins to apply, so two amounts are enough.
 * @throws 422 validation_error
 */
export function requirePriceBounds(price: Price): void {
  const starts = [limits.chargeMinimumKobo, price.waiveFlatBelowKobo]
  for (const amountKobo of starts.filter((kobo) => kobo >= limits.chargeMinimumKobo)) {
    const { feeKobo, vatKobo } = chargeFor(price, amountKobo)
    if ((feeKobo + vatKobo) * 2 > amountKobo)
      throw problem.field(
        'price',
        `Of a payment of ${formatNaira(amountKobo)} the fee and its VAT would be ${formatNaira(feeKobo + vatKobo)}, more than half`,
      )
  }
}
