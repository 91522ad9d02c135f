import { setMerchantPayoutTerms } from '@adire/contract/back-office/merchants.ts'
import { useState } from 'react'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Card } from '../../ui/card.tsx'
import { DetailList } from '../../ui/detail-list.tsx'
import { useDenied } from '../client/person.ts'
import type { OfMerchant } from './of-merchant.ts'
import { PayoutTermsModal } from './payout-terms-modal.tsx'

export function PayoutTermsCard({ merchant }: OfMerchant) {
  const [isOpen, setOpen] = useState(false)
  const { reserveBps, reserveDays, stampDutyBearer } = merchant.payoutTerms
  const reserve = reserveBps === 0 ? 'None' : `${reserveBps / 100}% for ${reserveDays} days`
  return (
    <Card
      title="Payout terms"
      action={
        <AllowedButton tone="secondary" denied={useDenied(setMerchantPayoutTerms)} onClick={() => setOpen(true)}>
          Change terms
        </AllowedButton>
      }
    >
      <div className="-mt-2 -mb-3">
        <DetailList
          details={[
            { label: 'Reserve', value: reserve },
            { label: 'Stamp duty', value: stampDutyBearer === 'merchant' ? 'Paid by the business' : 'Paid by us' },
          ]}
        />
      </div>
      {isOpen && <PayoutTermsModal merchant={merchant} onClose={() => setOpen(false)} />}
    </Card>
  )
}
