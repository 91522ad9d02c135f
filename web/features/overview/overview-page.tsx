import { createPaymentLink, listPaymentLinks } from '@adire/contract/payment-links.ts'
import { Copy, Plus } from 'lucide-react'
import { Suspense, useDeferredValue, useEffect } from 'react'
import { readAhead } from '../../client/api.ts'
import { useFirstResponses } from '../../client/first-responses.ts'
import { useCan } from '../../client/permissions.ts'
import { AllowedLink } from '../../ui/allowed-button.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { Menu } from '../../ui/menu.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PageLoader } from '../../ui/page-loader.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { NeedsAction } from './needs-action.tsx'
import {
  useChannelHealth,
  useOpenDisputes,
  useRecentPayments,
  useStatsOfPeriod,
  useStuckRefunds,
  useTotalsOfToday,
  useUnsettled,
} from './overview-reads.ts'
import { OverviewStats } from './overview-stats.tsx'
import { RecentPayments } from './recent-payments.tsx'
import { ReviewNotice } from './review-notice.tsx'
import { UnhealthyChannels } from './unhealthy-channels.tsx'
import { VolumePanel, warmChart } from './volume.tsx'

const CopyLinkMenu = lazyComponent(() => import('../../domain/copy-link-menu.tsx').then((m) => m.CopyLinkMenu))
const GetStarted = lazyComponent(() => import('./get-started.tsx').then((m) => m.GetStarted))

/** Starts the queries while the business is read. */
export function OverviewReads() {
  useOpenDisputes(readAhead)
  useStuckRefunds(readAhead)
  useChannelHealth(readAhead)
  useRecentPayments(readAhead)
  useTotalsOfToday(readAhead)
  useStatsOfPeriod(readAhead)
  useUnsettled(readAhead)
  return null
}

export function OverviewPage() {
  const recent = useRecentPayments()
  const isReady = useFirstResponses([
    useOpenDisputes(),
    useStuckRefunds(),
    useChannelHealth(),
    recent,
    useTotalsOfToday(),
    useStatsOfPeriod(),
  ])
  // Deferred, so that the parts are rendered in short tasks.
  const isKnown = useDeferredValue(isReady)
  useEffect(warmChart, [])
  return isKnown ? <Parts isNew={recent.data?.totalElements === 0} /> : <PageLoader />
}

function Actions() {
  const can = useCan()
  return (
    <>
      {can(listPaymentLinks) && (
        <Menu
          className="w-80 max-[359px]:w-72"
          buttonClassName={buttonClass({ tone: 'secondary' })}
          button={
            <>
              <Copy strokeWidth={1.75} aria-hidden="true" />
              Copy a link
            </>
          }
        >
          <CopyLinkMenu />
        </Menu>
      )}
      <AllowedLink needs={createPaymentLink} to="/payment-link?new=1" icon={<Plus strokeWidth={1.75} />}>
        New payment link
      </AllowedLink>
    </>
  )
}

/** What is above the stats is rendered with them, so that it moves nothing. */
const Parts = ({ isNew }: { isNew: boolean }) => (
  <>
    <PageHeader title="Overview" actions={!isNew && <Actions />} />
    <div className="flex flex-col gap-6">
      <ReviewNotice />
      <UnhealthyChannels />
      <NeedsAction />
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
