import { getSubscriptionTotals, type subscriptionFilters } from '@adire/contract/subscriptions.ts'
import { useCall } from '../../client/api.ts'
import { Amount } from '../../ui/amount.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FilterTabs } from '../../ui/filter-tabs.tsx'
import { TilesSkeleton } from '../../ui/skeleton.tsx'
import { Tiles } from '../../ui/tiles.tsx'

export type SubscriptionFilter = (typeof subscriptionFilters)[number]

const tabs: readonly { status: SubscriptionFilter | undefined; label: string }[] = [
  { status: undefined, label: 'All' },
  { status: 'active', label: 'Active' },
  { status: 'trial', label: 'In trial' },
  { status: 'pending', label: 'Pending' },
  { status: 'attention', label: 'Needs attention' },
  { status: 'paused', label: 'Paused' },
  { status: 'non_renewing', label: 'Not renewing' },
  { status: 'completed', label: 'Completed' },
  { status: 'cancelled', label: 'Cancelled' },
]

type StatsProps = {
  planId: string | undefined
  status: SubscriptionFilter | undefined
  withStatus: (status: SubscriptionFilter | undefined) => string
}

/** Monthly renewals and counts by status, for all plans or the selected one. */
export function SubscriptionStats({ planId, status, withStatus }: StatsProps) {
  const totals = useCall(getSubscriptionTotals, { planId }, { keepPrevious: true })
  const { data, error } = totals
  return (
    <>
      <div className="mb-6 *:grid-cols-2! lg:*:grid-cols-3! max-lg:[&_dl>:first-child]:col-span-2">
        {error && <ErrorStrip message={error.message} onRetry={() => totals.refetch()} />}
        {!data && !error && <TilesSkeleton tiles={3} />}
        {data && (
          <Tiles
            tiles={[
              { label: 'Monthly renewals', value: <Amount kobo={data.monthlyValueKobo} size="figure" /> },
              { label: 'Running', value: data.counts.running.toLocaleString('en-US') },
              { label: 'Need attention', value: data.counts.attention.toLocaleString('en-US') },
            ]}
          />
        )}
      </div>
      <FilterTabs
        label="Status"
        tabs={tabs.map((tab) => ({
          to: withStatus(tab.status),
          label: tab.label,
          count:
            data &&
            (tab.status
              ? data.counts[tab.status]
              : data.counts.running + data.counts.completed + data.counts.cancelled),
          isCurrent: status === tab.status,
        }))}
      />
    </>
  )
}
