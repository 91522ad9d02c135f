import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { LinkButton } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { settingsTabs } from './screens.tsx'

const tabs = settingsTabs.map(({ path, label }) => ({ to: path, label }))

export function SettingsPage() {
  const { pathname } = useLocation()
  const tab = settingsTabs.find(({ path }) => path === pathname)
  return (
    <>
      <PageHeader title="Settings" tabs={tabs} />
      {tab ? (
        <Suspense key={tab.path} fallback={<TableSkeleton />}>
          <tab.Page />
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
