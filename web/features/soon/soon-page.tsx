import { matchPath, useLocation } from 'react-router'
import { LinkButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { areas } from './areas.ts'

/** Stands where an area will be, and says so. */
export function SoonPage() {
  const { pathname } = useLocation()
  const found = Object.entries(areas).filter(([path]) => matchPath(path, pathname))
  // A path without parameters fits better: /settings/bank-accounts, not /settings/:menu.
  const [, area] = found.find(([path]) => !path.includes(':')) ?? found[0] ?? []
  const title = area?.title ?? ''
  return (
    <>
      <PageHeader title={title} />
      <Empty
        title="This is not here yet"
        action={
          <LinkButton to="/dashboard" tone="secondary">
            Back to Overview
          </LinkButton>
        }
      >
        {area?.text} We are still building it.
      </Empty>
    </>
  )
}
