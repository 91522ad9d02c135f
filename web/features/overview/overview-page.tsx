import { getChannelHealth } from '@adire/contract/channel-health.ts'
import { createPaymentLink, listPaymentLinks } from '@adire/contract/payment-links.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { Copy, Plus } from 'lucide-react'
import { Suspense } from 'react'
import { useCall } from '../../client/api.ts'
import { useCan } from '../../client/permissions.ts'
import { AllowedLink } from '../../ui/allowed-button.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/chunk.ts'
import { Menu } from '../../ui/menu.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { OverviewStats } from './overview-stats.tsx'
import { RecentPayments, recentInput } from './recent-payments.tsx'
import { ReviewNotice } from './review-notice.tsx'
import { VolumePanel } from './volume.tsx'

const CopyLinkMenu = lazyComponent(() => import('../../domain/copy-link-menu.tsx').then((m) => m.CopyLinkMenu))
const UnhealthyChannels = lazyComponent(() => import('./unhealthy-channels.tsx').then((m) => m.UnhealthyChannels))
const GetStarted = lazyComponent(() => import('./get-started.tsx').then((m) => m.GetStarted))
const NeedsAction = lazyComponent(() => import('./needs-action.tsx').then((m) => m.NeedsAction))

export function OverviewPage() {
  const recent = useCall(listPayments, recentInput)
  const unhealthy = useUnhealthyChannels()
  const can = useCan()
  const isNew = recent.data?.totalElements === 0
  return (
    <>
      <PageHeader
        title="Overview"
        actions={
          !isNew && (
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
      />
      <div className="flex flex-col gap-6">
        <ReviewNotice />
        <Suspense>
          {unhealthy.length > 0 && <UnhealthyChannels unhealthy={unhealthy} />}
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

const reloadMs = 60_000

function useUnhealthyChannels() {
  const { data } = useCall(getChannelHealth, {}, { refetchInterval: reloadMs })
  return (data?.content ?? []).filter(
    ({ processor, bank, state }) => processor === null && bank === null && (state === 'slow' || state === 'failing'),
  )
}
