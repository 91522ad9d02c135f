import { setMerchantLimits } from '@adire/contract/back-office/merchants.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { useState } from 'react'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Card } from '../../ui/card.tsx'
import { DetailList } from '../../ui/detail-list.tsx'
import { useDenied } from '../client/person.ts'
import { LimitsModal } from './limits-modal.tsx'
import type { OfMerchant } from './of-merchant.ts'

const describeLimit = (kobo: number | null) => (kobo === null ? 'General limit' : formatNaira(kobo))

export function LimitsCard({ merchant }: OfMerchant) {
  const [isOpen, setOpen] = useState(false)
  const { maxPaymentKobo, maxDayKobo } = merchant.restrictions
  return (
    <Card
      title="Limits"
      action={
        <AllowedButton tone="secondary" denied={useDenied(setMerchantLimits)} onClick={() => setOpen(true)}>
          Change limits
        </AllowedButton>
      }
    >
      <div className="-mt-2 -mb-3">
        <DetailList
          details={[
            { label: 'One payment', value: describeLimit(maxPaymentKobo) },
            { label: 'All payments of a day', value: describeLimit(maxDayKobo) },
          ]}
        />
      </div>
      {isOpen && <LimitsModal merchant={merchant} onClose={() => setOpen(false)} />}
    </Card>
  )
}
