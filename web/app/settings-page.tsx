import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { useCan } from '../client/permissions.ts'
import { LinkButton } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { settingsTabs } from './settings-tabs.tsx'
import { AllowedPage } from './shell/allowed-page.tsx'

export function SettingsPage() {
  const { pathname } = useLocation()
  const can = useCan()
  const tabs = settingsTabs.filter(({ needs }) => can(needs)).map(({ path, label }) => ({ to: path, label }))
  const tab = settingsTabs.find(({ path }) => path === pathname)
  return (
    <>
      <PageHeader title="Settings" tabs={tabs} />
      {tab ? (
        <Suspense key={tab.path} fallback={<TableSkeleton />}>
          {tab.needs ? <AllowedPage needs={tab.needs} Page={tab.Page} /> : <tab.Page />}
        </Suspense>
      ) : (
        <Empty
          title="This setting does not exist"
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
