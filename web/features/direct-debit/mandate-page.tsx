import { cancelMandate, getMandate } from '@adire/contract/direct-debit.ts'
import type { Mandate } from '@adire/contract/direct-debit-schemas.ts'
import { X } from 'lucide-react'
import { useParams, useSearchParams } from 'react-router'
import { useCall } from '../../client/api.ts'
import { MandateBadge } from '../../domain/mandate-badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { detailColumns } from '../../ui/columns.ts'
import { DetailPageSkeleton } from '../../ui/detail-page-skeleton.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { TilesSkeleton } from '../../ui/tiles-skeleton.tsx'
import { Timeline, type TimelineTones } from '../../ui/timeline.tsx'
import { MandateActions, refreshedByCancelling } from './mandate-actions.tsx'
import { MandateConsent } from './mandate-consent.tsx'
import { MandateDebits } from './mandate-debits.tsx'
import { MandateDetails, MandateStats } from './mandate-details.tsx'
import { MandatePayments } from './mandate-payments.tsx'
import { MandateSteps } from './mandate-steps.tsx'
import { customerOf, termsLabel } from './mandate-words.ts'
import { useAction } from './use-action.ts'

const back = { to: '/directDebit', label: 'Direct debit' }

export function MandatePage() {
  const { slug = '' } = useParams()
  const mandate = useCall(getMandate, { id: slug })
  if (mandate.data)
    return <Found key={mandate.data.id} mandate={mandate.data} onStatusChange={() => mandate.refetch()} />
  return (
    <LoadError what="mandate" back={back} read={mandate} deletable>
      <div className="flex flex-col gap-6">
        <TilesSkeleton />
        <DetailPageSkeleton>
          <TableSkeleton rows={5} />
        </DetailPageSkeleton>
      </div>
    </LoadError>
  )
}

function Found({ mandate, onStatusChange }: { mandate: Mandate; onStatusChange: () => void }) {
  const cancel = useAction(cancelMandate, refreshedByCancelling)
  return (
    <>
      <PageHeader
        title={customerOf(mandate)}
        badge={<MandateBadge mandate={mandate} />}
        note={
          <>
            {termsLabel(mandate)}, <span className="inline-block">{mandate.reference}</span>
          </>
        }
        back={back}
        actions={<MandateActions mandate={mandate} cancel={cancel} />}
      />
      {cancel.success && (
        <div role="status" className="mb-6 flex items-center gap-3 rounded-md bg-ok-soft px-4 py-2 text-ok">
          <p className="flex-1 py-1">
            The mandate is cancelled. Nothing more will be debited with it, unless a debit is at the bank already.
          </p>
          <IconButton label="Dismiss" onClick={cancel.clearSuccess} className="text-ok!">
            <X strokeWidth={1.75} />
          </IconButton>
        </div>
      )}
      <div className="flex flex-col gap-6">
        <MandateSteps mandate={mandate} onStatusChange={onStatusChange} />
        <MandateStats mandate={mandate} />
        <div className={`${detailColumns} items-start`}>
          <Views mandate={mandate} />
          <div className="flex min-w-0 flex-col gap-6">
            <MandateDetails mandate={mandate} />
            <MandateConsent mandate={mandate} />
          </div>
        </div>
      </div>
    </>
  )
}

const views = ['debits', 'transactions', 'activity'] as const
const viewNames = { debits: 'Debits', transactions: 'Transactions', activity: 'Activity' }

function Views({ mandate }: { mandate: Mandate }) {
  const [params] = useSearchParams()
  const view = views.find((name) => name === params.get('view')) ?? 'debits'
  return (
    <div className="min-w-0">
      <FilterTabs
        label="Mandate"
        tabs={views.map((name) => ({
          to: name === 'debits' ? '?' : `?view=${name}`,
          label: viewNames[name],
          isCurrent: view === name,
        }))}
      />
      {view === 'debits' && <MandateDebits mandate={mandate} />}
      {view === 'transactions' && <MandatePayments id={mandate.id} />}
      {view === 'activity' && (
        <Card>
          <Timeline events={mandate.events} tones={tones} />
        </Card>
      )}
    </div>
  )
}

const tones: TimelineTones = {
  activated: 'ok',
  ready: 'ok',
  debited: 'ok',
  success: 'ok',
  suspended: 'warn',
  retrying: 'warn',
  failed: 'bad',
  rejected: 'bad',
}
