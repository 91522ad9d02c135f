import { listPayments } from '@adire/contract/payments.ts'
import { Plus } from 'lucide-react'
import { Suspense, startTransition, useOptimistic } from 'react'
import { useCall } from '../../client/api.ts'
import { LinkButton } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/chunk.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { OverviewStats } from './overview-stats.tsx'
import { overviewRanges, useRange } from './range.ts'
import { RecentPayments, recentInput } from './recent-payments.tsx'
import { ReviewNotice } from './review-notice.tsx'
import { VolumePanel } from './volume.tsx'

const GetStarted = lazyComponent(() => import('./get-started.tsx').then((m) => m.GetStarted))
const NeedsAction = lazyComponent(() => import('./needs-action.tsx').then((m) => m.NeedsAction))
const options = overviewRanges.map((value) => ({ value, label: `${value} days` }))

export function OverviewPage() {
  const { range, choose } = useRange()
  // Optimistic, because the URL changes in a transition and the radio button must react at once.
  const [optimisticRange, setOptimisticRange] = useOptimistic(range)
  const pick = (next: typeof range) =>
    startTransition(() => {
      setOptimisticRange(next)
      choose(next)
    })
  const recent = useCall(listPayments, recentInput)
  const isNew = recent.data?.totalElements === 0
  // Beside the title on wide screens, on its own line on a phone.
  const period = <Segmented label="Period" options={options} value={optimisticRange} onChange={pick} />
  return (
    <>
      <PageHeader
        title="Overview"
        actions={
          !isNew && (
            <>
              <div className="max-sm:hidden">{period}</div>
              <LinkButton to="/payment-link?new=1" icon={<Plus strokeWidth={1.75} />}>
                New payment link
              </LinkButton>
            </>
          )
        }
      />
      <div className="flex flex-col gap-6">
        <ReviewNotice />
        <Suspense>
          <NeedsAction />
        </Suspense>
        {isNew ? (
          <Suspense fallback={<DetailSkeleton rows={6} />}>
            <GetStarted />
          </Suspense>
        ) : (
          <>
            <div className="sm:hidden">{period}</div>
            <OverviewStats />
            <VolumePanel />
            <RecentPayments />
          </>
        )}
      </div>
    </>
  )
}
