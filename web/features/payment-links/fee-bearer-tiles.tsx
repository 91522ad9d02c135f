import { chargeFor, chargeForNet } from '@adire/contract/fees.ts'
import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { ComponentProps } from 'react'
import { RadioTiles } from '../../ui/radio-tiles.tsx'

const exampleKobo = 10_000_00
const isChargeable = (kobo: number | undefined): kobo is number =>
  kobo !== undefined && kobo >= limits.chargeMinimumKobo && kobo <= limits.chargeMaximumKobo

type FeeBearerTilesProps = Omit<ComponentProps<typeof RadioTiles>, 'label' | 'tiles'> & {
  /** The price; an example amount is used until it is known. */
  priceKobo: number | undefined
}

/** Fee bearer choices with the amounts they result in, at the rate of a local card, which is also the rate of transfers. */
export function FeeBearerTiles({ priceKobo, ...radios }: FeeBearerTilesProps) {
  const price = isChargeable(priceKobo) ? priceKobo : exampleKobo
  const lead = isChargeable(priceKobo) ? 'You get' : 'For example: you get'
  const hint = ({ netKobo, amountKobo }: { netKobo: number; amountKobo: number }) =>
    `${lead} ${formatNaira(netKobo)} of ${formatNaira(amountKobo)}`
  return (
    <RadioTiles
      {...radios}
      label="Who pays the fee?"
      tiles={[
        { value: 'merchant', label: 'You', hint: hint(chargeFor('card', price)) },
        { value: 'customer', label: 'The payer', hint: hint(chargeForNet('card', price)) },
      ]}
    />
  )
}
