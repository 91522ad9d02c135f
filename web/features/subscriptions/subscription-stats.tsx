import type { EndpointOutput } from '@adire/contract/endpoint.ts'
import { groupDigits } from '@adire/contract/group-digits.ts'
import { getSubscriptionTotals, type subscriptionFilters } from '@adire/contract/subscriptions.ts'
import { useCall } from '../../client/api.ts'
import { Amount } from '../../ui/amount.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Tiles } from '../../ui/tiles.tsx'
import { TilesSkeleton } from '../../ui/tiles-skeleton.tsx'
import { type UrlTab, UrlTabs } from '../../ui/url-tabs.tsx'

export type SubscriptionFilter = (typeof subscriptionFilters)[number]

const tabs: readonly UrlTab<SubscriptionFilter>[] = [
  { value: undefined, label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'trial', label: 'In trial' },
  { value: 'pending', label: 'Pending' },
  { value: 'attention', label: 'Needs attention' },
  { value: 'paused', label: 'Paused' },
  { value: 'non_renewing', label: 'Not renewing' },
  { value: 'completed', label: 'Completed' },
  { value: 'cancelled', label: 'Cancelled' },
]

type StatsProps = { planId: string | undefined; status: SubscriptionFilter | undefined }

/** Monthly renewals and counts by status, for all plans or the selected one. */
export function SubscriptionStats({ planId, status }: StatsProps) {
  const totals = useCall(getSubscriptionTotals, { planId }, { keepPrevious: true })
  const { data, error } = totals
  return (
    <>
      <div className="mb-6">
        {error && <ErrorStrip message={error.message} onRetry={() => totals.refetch()} />}
        {!data && !error && <TilesSkeleton tiles={3} hasNotes={false} />}
        {data && (
          <Tiles
            tiles={[
              {
                label: 'Monthly renewals',
                value: <Amount kobo={data.monthlyValueKobo} size="figure" />,
                definition:
                  'What the subscriptions that renew pay for a month, after discounts and with add-ons. A yearly price counts as one twelfth. Free trials, paused and pending subscriptions, and those that end after their period, do not count.',
              },
              {
                label: 'Running',
                value: groupDigits(data.counts.running),
                definition:
                  'Subscriptions that have not ended, with those that are in trial, paused, pending or about to end.',
              },
              {
                label: 'Need attention',
                value: groupDigits(data.counts.attention),
                definition: 'Subscriptions whose last charge failed. It is tried again, or waits for the customer.',
              },
            ]}
          />
        )}
      </div>
      <UrlTabs
        name="status"
        label="Status"
        tabs={tabs.map((tab) => ({ ...tab, count: data && countSubscriptions(data.counts, tab.value) }))}
        value={status}
      />
    </>
  )
}

type Counts = EndpointOutput<typeof getSubscriptionTotals>['counts']

const countSubscriptions = (counts: Counts, status: SubscriptionFilter | undefined) =>
  status ? counts[status] : counts.running + counts.completed + counts.cancelled
