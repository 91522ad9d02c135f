import { amountForNet, chargeFor } from '@adire/contract/fees.ts'
import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { ComponentProps } from 'react'
import { hostedPrices, usePrices } from '../../domain/prices.ts'
import { RadioTiles } from '../../ui/radio-tiles.tsx'

const exampleKobo = 10_000_00
const isChargeable = (kobo: number | undefined): kobo is number =>
  kobo !== undefined && kobo >= limits.chargeMinimumKobo && kobo <= limits.chargeMaximumKobo

type FeeBearerTilesProps = Omit<ComponentProps<typeof RadioTiles>, 'label' | 'tiles'> & {
  /** The price; an example amount is used until it is known. */
  priceKobo: number | undefined
}

/** Fee bearer choices with the amounts of a card payment that they result in, at the prices of the business. */
export function FeeBearerTiles({ priceKobo, ...radios }: FeeBearerTilesProps) {
  const prices = usePrices()
  const price = isChargeable(priceKobo) ? priceKobo : exampleKobo
  const lead = isChargeable(priceKobo) ? 'You get' : 'For example: you get'
  const hintFor = (paidKobo: number) => {
    const { netKobo, amountKobo } = chargeFor(prices!.card, paidKobo)
    return `${lead} ${formatNaira(netKobo)} of ${formatNaira(amountKobo)}`
  }
  const onTop = prices && amountForNet(hostedPrices(prices), price)
  return (
    <RadioTiles
      {...radios}
      label="Who pays the fee?"
      tiles={[
        { value: 'merchant', label: 'You', ...(prices && { hint: hintFor(price) }) },
        { value: 'customer', label: 'The payer', ...(onTop && { hint: hintFor(onTop) }) },
      ]}
    />
  )
}
