import { listPayments } from '@adire/contract/payments.ts'
import { Plus } from 'lucide-react'
import { Suspense } from 'react'
import { useCall } from '../../client/api.ts'
import { LinkButton } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/chunk.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { OverviewStats } from './overview-stats.tsx'
import { RecentPayments, recentInput } from './recent-payments.tsx'
import { ReviewNotice } from './review-notice.tsx'
import { VolumePanel } from './volume.tsx'

const UnhealthyChannels = lazyComponent(() => import('./unhealthy-channels.tsx').then((m) => m.UnhealthyChannels))
const GetStarted = lazyComponent(() => import('./get-started.tsx').then((m) => m.GetStarted))
const NeedsAction = lazyComponent(() => import('./needs-action.tsx').then((m) => m.NeedsAction))

export function OverviewPage() {
  const recent = useCall(listPayments, recentInput)
  const isNew = recent.data?.totalElements === 0
  return (
    <>
      <PageHeader
        title="Overview"
        actions={
          !isNew && (
            <LinkButton to="/payment-link?new=1" icon={<Plus strokeWidth={1.75} />}>
              New payment link
            </LinkButton>
          )
        }
      />
      <div className="flex flex-col gap-6">
        <ReviewNotice />
        <Suspense>
          <UnhealthyChannels />
          <NeedsAction />
        </Suspense>
        {isNew ? (
          <Suspense fallback={<DetailSkeleton rows={6} />}>
            <GetStarted />
          </Suspense>
        ) : (
          <>
            <OverviewStats />
            <VolumePanel />
            <RecentPayments />
          </>
        )}
      </div>
    </>
  )
}
