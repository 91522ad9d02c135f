import { setMerchantPrice } from '@adire/contract/back-office/merchants.ts'
import { channelNames } from '@adire/contract/channels/channels.ts'
import { describePriceLimits, describeRate } from '@adire/contract/price-text.ts'
import { useState } from 'react'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDay } from '../../ui/date.ts'
import { useDenied } from '../client/person.ts'
import type { OfMerchant } from './of-merchant.ts'
import { PriceEndModal } from './price-end-modal.tsx'
import { PriceModal } from './price-modal.tsx'

export function PricesCard({ merchant }: OfMerchant) {
  const [opened, setOpened] = useState<'set' | 'end'>()
  const denied = useDenied(setMerchantPrice)
  return (
    <Card
      title="Prices"
      action={
        <span className="flex flex-wrap gap-2">
          <AllowedButton tone="secondary" denied={denied} onClick={() => setOpened('end')}>
            End price
          </AllowedButton>
          <AllowedButton tone="secondary" denied={denied} onClick={() => setOpened('set')}>
            Set price
          </AllowedButton>
        </span>
      }
    >
      <ul className="-mt-1 -mb-3 divide-y divide-line">
        {merchant.prices.map(({ channel, isOwn, upcoming, ...price }) => (
          <li key={channel} className="py-3">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span>{channelNames[channel]}</span>
              <span className="figures font-medium">{describeRate(price)}</span>
            </p>
            <p className="text-sm text-muted">
              {[isOwn ? 'Agreed' : 'Published', describePriceLimits(price)].filter(Boolean).join('. ')}
            </p>
            {upcoming.map((next) => (
              <p key={next.startsOn} className="figures text-sm text-ink-2">
                From {formatDay(next.startsOn)}: {describeRate(next)}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {opened === 'set' && <PriceModal merchant={merchant} onClose={() => setOpened(undefined)} />}
      {opened === 'end' && <PriceEndModal merchant={merchant} onClose={() => setOpened(undefined)} />}
    </Card>
  )
}
