import { Suspense } from 'react'
import { useParams } from 'react-router'
import { LinkButton } from '../ui/button.tsx'
import { type LazyPage, lazyPage } from '../ui/chunk.ts'
import { Empty } from '../ui/empty.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'

/** Settings tabs by the last segment of the path. */
const panels: Record<string, { label: string; Panel: LazyPage }> = {
  'business-profile': {
    label: 'Business Profile',
    Panel: lazyPage(() =>
      import('../features/merchants/business-profile-panel.tsx').then((module) => module.BusinessProfilePanel),
    ),
  },
  'user-profile': {
    label: 'User Profile',
    Panel: lazyPage(() => import('../features/users/user-profile-panel.tsx').then((module) => module.UserProfilePanel)),
  },
  'bank-accounts': {
    label: 'Bank Accounts',
    Panel: lazyPage(() =>
      import('../features/bank-accounts/bank-accounts-panel.tsx').then((module) => module.BankAccountsPanel),
    ),
  },
  'api-webhooks': {
    label: 'Api keys & Merchant Code',
    Panel: lazyPage(() => import('../features/api-keys/api-keys-panel.tsx').then((module) => module.ApiKeysPanel)),
  },
  webhooks: {
    label: 'Webhooks',
    Panel: lazyPage(() => import('../features/webhooks/webhooks-panel.tsx').then((module) => module.WebhooksPanel)),
  },
  'request-log': {
    label: 'Request log',
    Panel: lazyPage(() =>
      import('../features/request-log/request-log-panel.tsx').then((module) => module.RequestLogPanel),
    ),
  },
  notifications: {
    label: 'Notifications',
    Panel: lazyPage(() =>
      import('../features/users/notifications-panel.tsx').then((module) => module.NotificationsPanel),
    ),
  },
  'audit-log': {
    label: 'Audit log',
    Panel: lazyPage(() => import('../features/audit/audit-panel.tsx').then((module) => module.AuditPanel)),
  },
}
const tabs = Object.entries(panels).map(([menu, { label }]) => ({ to: `/settings/${menu}`, label }))

export function SettingsPage() {
  const { menu = '' } = useParams()
  const chosen = Object.hasOwn(panels, menu) ? panels[menu] : undefined
  return (
    <>
      <PageHeader title="Settings" tabs={tabs} />
      {chosen ? (
        <Suspense key={menu} fallback={<TableSkeleton />}>
          <chosen.Panel />
        </Suspense>
      ) : (
        <Empty
          title="There is no such setting"
          action={
            <LinkButton to="/settings/business-profile" tone="secondary">
              Open Business Profile
            </LinkButton>
          }
        >
          Choose one of the tabs above.
        </Empty>
      )}
    </>
  )
}
