import type { ComponentType } from 'react'
import { useDenied } from '../../client/permissions.ts'
import { LinkButton } from '../../ui/button.tsx'
import type { Needed } from '../../ui/denial.ts'
import { Empty } from '../../ui/empty.tsx'

/** A page, or the reason why the role of the user does not include it. */
export function AllowedPage({ needs, Page }: { needs: Needed; Page: ComponentType }) {
  const denied = useDenied(needs)
  if (!denied) return <Page />
  return (
    <Empty
      isPage
      title="Your role does not include this page"
      action={
        <LinkButton to="/settings/team" tone="secondary">
          See your team
        </LinkButton>
      }
    >
      {denied}
    </Empty>
  )
}
