import type { Permission } from '@adire/contract/permissions.ts'
import type { ComponentType } from 'react'
import { useCan } from '../../client/permissions.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'

/** A page, or the reason why the role of the user does not include it. */
export function AllowedPage({ needs, Page }: { needs: Permission; Page: ComponentType }) {
  const can = useCan()
  if (can(needs)) return <Page />
  return (
    <Empty
      title="Your role does not include this page"
      action={
        <LinkButton to="/settings/team" tone="secondary">
          See your team
        </LinkButton>
      }
    >
      Ask the owner or an admin of the business for another role.
    </Empty>
  )
}
