import {
  freezeMerchantPayments,
  getOfficeMerchant,
  listOfficeMerchants,
  setMerchantLimits,
  setMerchantPayoutTerms,
  setMerchantPrice,
  unfreezeMerchantPayments,
  unfreezeMerchantPayouts,
} from '@adire/contract/back-office/merchants.ts'
import type { OfficeMerchant } from '@adire/contract/back-office/merchants-schemas.ts'
import { channelNames } from '@adire/contract/channels/channels.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { describePriceLimits, describeRate } from '@adire/contract/price-text.ts'
import { useState } from 'react'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { DetailList } from '../../ui/detail-list.tsx'
import { useChange } from '../client/api.ts'
import { useDenied } from '../client/person.ts'
import { FreezeModal, LimitsModal, PayoutTermsModal, PriceEndModal, PriceModal } from './merchant-modals.tsx'

export type OfMerchant = { merchant: OfficeMerchant }

/** Payments and payouts of the business, which are frozen separately. */
export function FreezeCard({ merchant }: OfMerchant) {
  const { paymentsStoppedFor, payoutsStoppedFor } = merchant.restrictions
  return (
    <Card title="Payments and payouts">
      <ul className="-mt-1 -mb-3 divide-y divide-line">
        <FreezeItem merchant={merchant} what="payments" reason={paymentsStoppedFor} />
        <FreezeItem merchant={merchant} what="payouts" reason={payoutsStoppedFor} />
      </ul>
    </Card>
  )
}

type FreezeItemProps = OfMerchant & { what: 'payments' | 'payouts'; reason: string | null }

function FreezeItem({ merchant, what, reason }: FreezeItemProps) {
  const [isOpen, setOpen] = useState(false)
  const name = what === 'payments' ? 'Payments' : 'Payouts'
  const unfreeze = useChange(what === 'payments' ? unfreezeMerchantPayments : unfreezeMerchantPayouts, {
    refresh: [getOfficeMerchant, listOfficeMerchants],
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
                From {next.startsOn}: {describeRate(next)}
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
