import { addMerchantNote, getOfficeMerchant, viewMerchantDashboard } from '@adire/contract/back-office/merchants.ts'
import type { OfficeMerchant } from '@adire/contract/back-office/merchants-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { useState } from 'react'
import { useParams } from 'react-router'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DetailList } from '../../ui/detail-list.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { Tiles } from '../../ui/tiles.tsx'
import { TilesSkeleton } from '../../ui/tiles-skeleton.tsx'
import { WaitingApprovals } from '../approvals/waiting-approvals.tsx'
import { useCall } from '../client/api.ts'
import { useDenied } from '../client/person.ts'
import { AccountsCard } from './accounts-card.tsx'
import { AuditCard } from './audit-card.tsx'
import { DisputesCard } from './disputes-card.tsx'
import { FreezeCard } from './freeze-card.tsx'
import { KycCard } from './kyc-card.tsx'
import { LimitsCard } from './limits-card.tsx'
import { MembersCard } from './members-card.tsx'
import { MerchantBadge, modeName } from './merchant-state.tsx'
import { NoteModal } from './note-modal.tsx'
import { NotesCard } from './notes-card.tsx'
import { PaymentsCard } from './payments-card.tsx'
import { PayoutTermsCard } from './payout-terms-card.tsx'
import { PricesCard } from './prices-card.tsx'
import { RoutingCard } from './routing-card.tsx'
import { SettlementsCard } from './settlements-card.tsx'
import { ViewModal } from './view-modal.tsx'
import { WebhooksCard } from './webhooks-card.tsx'

const back = { to: '/merchants', label: 'Merchants' }

/** Everything about a business on one page. */
export function MerchantPage() {
  const { id = '' } = useParams()
  const read = useCall(getOfficeMerchant, { id })
  if (!read.data)
    return (
      <LoadError what="business" back={back} read={read} missing="Check the address of this page.">
        <div className="flex flex-col gap-6">
          <TilesSkeleton />
          <DetailSkeleton />
        </div>
      </LoadError>
    )
  return <Loaded merchant={read.data} />
}

function Loaded({ merchant }: { merchant: OfficeMerchant }) {
  const [opened, setOpened] = useState<'note' | 'view'>()
  const { funds, counterpartId, mode, merchantCode, businessName } = merchant
  return (
    <>
      <PageHeader
        title={businessName}
        back={back}
        note={`${merchantCode} in ${modeName(mode)} Mode`}
        badge={<MerchantBadge {...merchant} />}
        actions={
          <>
            {counterpartId && (
              <LinkButton to={`/merchants/${counterpartId}`} tone="secondary">
                Open in {modeName(mode === 'LIVE' ? 'TEST' : 'LIVE')} Mode
              </LinkButton>
            )}
            <AllowedButton tone="secondary" denied={useDenied(addMerchantNote)} onClick={() => setOpened('note')}>
              Write a note
            </AllowedButton>
            <AllowedButton tone="secondary" denied={useDenied(viewMerchantDashboard)} onClick={() => setOpened('view')}>
              View dashboard
            </AllowedButton>
          </>
        }
      />
      <WaitingApprovals merchantId={merchant.id} />
      <div className="mb-5">
        <Tiles
          tiles={[
            { label: 'Unsettled', value: formatNaira(funds.unsettledKobo) },
            { label: 'Held', value: formatNaira(funds.heldKobo) },
            { label: 'Paid out', value: formatNaira(funds.paidOutKobo) },
          ]}
        />
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <FreezeCard merchant={merchant} />
          <LimitsCard merchant={merchant} />
          <PayoutTermsCard merchant={merchant} />
          <PricesCard merchant={merchant} />
          {merchant.routing && <RoutingCard merchant={merchant} routing={merchant.routing} />}
          <NotesCard merchant={merchant} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <ProfileCard merchant={merchant} />
          <KycCard merchant={merchant} />
          <MembersCard merchant={merchant} />
          <AccountsCard merchant={merchant} />
          <SettlementsCard merchant={merchant} />
          <DisputesCard merchant={merchant} />
          <WebhooksCard merchant={merchant} />
        </div>
      </div>
      <div className="mt-5 flex flex-col gap-5">
        <PaymentsCard merchant={merchant} />
        <AuditCard merchant={merchant} />
      </div>
      {opened === 'note' && <NoteModal merchant={merchant} onClose={() => setOpened(undefined)} />}
      {opened === 'view' && <ViewModal merchant={merchant} onClose={() => setOpened(undefined)} />}
    </>
  )
}

const liveTexts: Record<OfficeMerchant['liveStatus'], string> = {
  not_requested: 'Not requested',
  pending_review: 'Waits for review',
  approved: 'Live',
  suspended: 'Suspended',
  closed: 'Closed',
}

function ProfileCard({ merchant }: { merchant: OfficeMerchant }) {
  const details: [label: string, value: string | null][] = [
    ['Email', merchant.businessEmail],
    ['Support email', merchant.supportEmail],
    ['Phone', merchant.businessPhone],
    ['Address', merchant.address],
    ['RC number', merchant.registrationNumber],
    ['Tax ID', merchant.taxId],
    ['Going live', liveTexts[merchant.liveStatus]],
  ]
  return (
    <Card title="Profile">
      <div className="-mt-2 -mb-3">
        <DetailList
          details={details.flatMap(([label, value]) => (value === null || value === '' ? [] : [{ label, value }]))}
        />
      </div>
    </Card>
  )
}
