import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { LinkButton } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { SettingsNav } from './settings-nav.tsx'
import { settingsTabs } from './settings-tabs.tsx'
import { AllowedPage } from './shell/allowed-page.tsx'

export function SettingsPage() {
  const { pathname } = useLocation()
  const tab = settingsTabs.find(({ path }) => path === pathname)
  return (
    <>
      <PageHeader title="Settings" />
      <div className="flex flex-col gap-6 lg:flex-row lg:items-start lg:gap-3 xl:gap-8">
        <SettingsNav />
        <div className="min-w-0 flex-1">
          {tab ? (
            <Suspense key={tab.path} fallback={<TableSkeleton />}>
              {tab.needs ? <AllowedPage needs={tab.needs} Page={tab.Page} isPart /> : <tab.Page />}
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
              Choose one of the tabs.
            </Empty>
          )}
        </div>
      </div>
    </>
  )
}
