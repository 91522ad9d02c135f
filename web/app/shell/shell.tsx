import type { Merchant, MerchantListItem } from '@adire/contract/merchants-schemas.ts'
import { getUser } from '@adire/contract/users.ts'
import { type ReactNode, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router'
import { createQueries, readAhead, startTokenRenewal, useCall } from '../../client/api.ts'
import { useConfig } from '../../client/config.ts'
import { useFirstResponses } from '../../client/first-responses.ts'
import { PermissionsContext, useDenials, useOwnPermissionsOf } from '../../client/permissions.ts'
import { chooseMerchant, useSession } from '../../client/session.ts'
import { modeRootPath, useMode } from '../../client/use-mode.ts'
import { registerWorker } from '../../client/worker.ts'
import { Announcements } from '../../features/announcements/announcements.tsx'
import { useNotices } from '../../features/announcements/use-notices.ts'
import { NotificationBell } from '../../features/notifications/bell.tsx'
import { formatTime } from '../../ui/date.ts'
import { DenialContext } from '../../ui/denial.ts'
import { ErrorBoundary, ErrorScreen } from '../../ui/error-screen.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { PageLoader } from '../../ui/page-loader.tsx'
import { QueryCache } from '../../ui/query-cache.tsx'
import { DashboardLayout } from './dashboard-layout.tsx'
import { PageReads } from './page-reads.tsx'
import { useBusiness } from './use-business.ts'
import { useKeys } from './use-keys.ts'
import { useLive } from './use-live.ts'
import { useLogOut } from './use-log-out.ts'

const Palette = lazyComponent(() => import('./palette.tsx').then((m) => m.CommandPalette))
const ClockModal = lazyComponent(() => import('../../features/test-clock/clock-modal.tsx').then((m) => m.ClockModal))
const NoBusiness = lazyComponent(() => import('./no-business.tsx').then((m) => m.NoBusiness))
const SecondFactorNeeded = lazyComponent(() => import('./second-factor-needed.tsx').then((m) => m.SecondFactorNeeded))
const ProfileModal = lazyComponent(() => import('../../features/users/profile-modal.tsx').then((m) => m.ProfileModal))
const Shortcuts = lazyComponent(() => import('./shortcuts.tsx').then((m) => m.ShortcutsDialog))

/** Layout of signed-in pages, with the query cache. */
export const AppShell = () => (
  <QueryCache create={createQueries}>
    <LoadedShell />
  </QueryCache>
)

/** Renders pages after the business and its state are loaded, so that no page has to load them. */
function LoadedShell() {
  const { userId, merchantId, view } = useSession()
  const mode = useMode()
  const business = useBusiness(mode.isKnown)
  // The page of the second factor shows recovery codes, so it stays until its user leaves it, also when the list is loaded again meanwhile.
  const [blockedIn, setBlockedIn] = useState<string>()
  if (business.isBlocked && blockedIn !== merchantId) setBlockedIn(merchantId)
  const permissions = useOwnPermissionsOf(business.permissions)
  // What the frame shows, read together with the business.
  useCall(getUser, { id: userId }, readAhead)
  useNotices({ enabled: business.isReadable, ...readAhead })
  useEffect(startTokenRenewal, [])
  useEffect(() => {
    if (!view) void registerWorker(userId)
  }, [userId, view])
  useLive()
  if (business.hasNone)
    return (
      <Suspense fallback={<FullLoader />}>
        <NoBusiness />
      </Suspense>
    )
  if (blockedIn !== undefined && blockedIn === merchantId)
    return (
      <Suspense fallback={<FullLoader />}>
        <SecondFactorNeeded merchants={business.merchants} onDone={() => setBlockedIn(undefined)} />
      </Suspense>
    )
  if (business.failed) return <ErrorScreen />
  return (
    <PermissionsContext value={permissions}>
      {business.isReadable && !business.mustOnboard && <PageReads />}
      {business.merchant ? (
        <DenialProvider>
          <Framed {...business} merchant={business.merchant} onToggleMode={mode.toggle} />
        </DenialProvider>
      ) : (
        <FullLoader />
      )}
    </PermissionsContext>
  )
}

/** Gives the buttons the reason why the user may not press them. */
const DenialProvider = ({ children }: { children: ReactNode }) => (
  <DenialContext value={useDenials()}>{children}</DenialContext>
)

type FramedProps = {
  merchant: Merchant
  merchants: readonly MerchantListItem[]
  mustOnboard: boolean
  onToggleMode: () => void
}

function Framed({ merchant, merchants, mustOnboard, onToggleMode }: FramedProps) {
  const { userId, userName, mode } = useSession()
  const { pathname } = useLocation()
  const userRead = useCall(getUser, { id: userId })
  const user = userRead.data
  const { isLoggingOut, logOut } = useLogOut()
  const keys = useKeys()
  const livePaymentsNotice = useLivePaymentsNotice()
  const noticesRead = useNotices()
  // Deferred, so that the frame and its page are rendered in short tasks.
  const isKnown = useDeferredValue(useFirstResponses([noticesRead, userRead]), false)
  const notices = noticesRead.data
  const viewNotice = useViewNotice()
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ')
  const navigate = useNavigate()
  const select = (id: string) => {
    chooseMerchant(id)
    navigate(modeRootPath(pathname))
  }
  if (!isKnown) return <FullLoader />
  return (
    <DashboardLayout
      merchants={merchants}
      currentMerchantId={merchant.id}
      onSelectMerchant={select}
      mode={mode}
      onToggleMode={onToggleMode}
      hasClockOffset={merchant.aheadMs > 0}
      onClock={mode === 'TEST' && !mustOnboard ? () => keys.setOpen('clock') : undefined}
      onProfile={() => keys.setOpen('profile')}
      onLogOut={logOut}
      loggingOut={isLoggingOut}
      hideNav={mustOnboard}
      notice={viewNotice ?? stoppedNotice(notices) ?? (mode === 'LIVE' ? livePaymentsNotice : undefined)}
      hideTopBar={pathname === '/add-business'}
      categoryName={merchant.merchantCategory?.name}
      businessName={merchant.businessName}
      userName={name || userName}
      userEmail={userName}
      notifications={<NotificationBell />}
      onSearch={mustOnboard ? undefined : () => keys.setOpen('palette')}
    >
      {notices && notices.announcements.length > 0 && <Announcements announcements={notices.announcements} />}
      {mustOnboard && pathname !== '/onboarding' ? (
        <Navigate to="/onboarding" replace />
      ) : (
        // Remounts on a change of business, so that no form or modal state carries over.
        <Suspense key={merchant.id} fallback={<PageLoader />}>
          <ErrorBoundary isPart>
            <Outlet />
          </ErrorBoundary>
        </Suspense>
      )}
      <Suspense>
        {keys.open === 'palette' && !mustOnboard && <Palette onClose={keys.close} />}
        {keys.open === 'clock' && <ClockModal onClose={keys.close} />}
        {keys.open === 'profile' && <ProfileModal onClose={keys.close} />}
        {keys.open === 'shortcuts' && <Shortcuts onClose={keys.close} />}
      </Suspense>
    </DashboardLayout>
  )
}

/** Without a processor, payment pages take no live payments: merchants must know it before their payers do. */
function useLivePaymentsNotice(): string | undefined {
  const config = useConfig()
  if (!config || config.livePayments) return undefined
  return `Live payments are not open yet. Your customers can’t pay until ${config.brand.name} opens them.`
}

/** Says to a person of the provider that this is the dashboard of a business, which they can only read. */
function useViewNotice(): string | undefined {
  const { view } = useSession()
  if (!view) return undefined
  return `You view the dashboard of ${view.businessName} as ${view.staffName}, read-only, until ${formatTime(view.expiresAt)}. The business sees this.`
}

/** What the provider has stopped, and why. */
function stoppedNotice(notices: ReturnType<typeof useNotices>['data']): string | undefined {
  if (notices?.paymentsStoppedFor) return `Payments are stopped: ${notices.paymentsStoppedFor}`
  return notices?.payoutsStoppedFor ? `Payouts are stopped: ${notices.payoutsStoppedFor}` : undefined
}
