import type { ComponentType } from 'react'
import { useCan, useDenied } from '../../client/permissions.ts'
import { LinkButton } from '../../ui/button.tsx'
import type { Needed } from '../../ui/denial.ts'
import { Empty } from '../../ui/empty.tsx'

type AllowedPageProps = {
  needs: Needed
  Page: ComponentType
  /** A part of a page that has a heading of its own. */
  isPart?: boolean
}

/** A page, or the reason why the role of the user does not include it. */
export function AllowedPage({ needs, Page, isPart }: AllowedPageProps) {
  const denied = useDenied(needs)
  const seesTeam = useCan()('team.view')
  if (!denied) return <Page />
  return (
    <Empty
      isPage={!isPart}
      title="Your role does not include this page"
      action={
        seesTeam && (
          <LinkButton to="/settings/team" tone="secondary">
            See your team
          </LinkButton>
        )
      }
    >
      {denied}
    </Empty>
  )
}
