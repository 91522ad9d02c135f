import {
  freezeMerchantPayments,
  unfreezeMerchantPayments,
  unfreezeMerchantPayouts,
} from '@adire/contract/back-office/merchants.ts'
import { useState } from 'react'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { useChange } from '../client/api.ts'
import { useDenied } from '../client/person.ts'
import { FreezeModal } from './freeze-modal.tsx'
import { merchantEndpoints, type OfMerchant } from './of-merchant.ts'

type FreezeItemProps = OfMerchant & { what: 'payments' | 'payouts'; reason: string | null }

export function FreezeItem({ merchant, what, reason }: FreezeItemProps) {
  const [isOpen, setOpen] = useState(false)
  const name = what === 'payments' ? 'Payments' : 'Payouts'
  const unfreeze = useChange(what === 'payments' ? unfreezeMerchantPayments : unfreezeMerchantPayouts, {
    refresh: merchantEndpoints,
    success: `${name} are open again`,
  })
  const denied = useDenied(freezeMerchantPayments)
  // A suspended or closed business is opened again in the review of businesses.
  const isOfStatus = merchant.state === 'suspended' || merchant.state === 'closed'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name} <Badge tone={reason === null ? 'ok' : 'bad'}>{reason === null ? 'Open' : 'Frozen'}</Badge>
        </p>
        {reason !== null && <p className="mt-1 text-sm wrap-anywhere text-ink-2">{reason}</p>}
      </div>
      {reason === null ? (
        <AllowedButton tone="secondary" denied={denied} onClick={() => setOpen(true)}>
          Freeze {what}
        </AllowedButton>
      ) : (
        !isOfStatus && (
          <AllowedButton
            tone="secondary"
            denied={denied}
            busy={unfreeze.isPending}
            onClick={() => unfreeze.mutate({ id: merchant.id })}
          >
            Unfreeze {what}
          </AllowedButton>
        )
      )}
      {isOpen && <FreezeModal merchant={merchant} what={what} onClose={() => setOpen(false)} />}
    </li>
  )
}
