import type { ReactNode } from 'react'
import { LinkButton } from './button.tsx'
import { Empty } from './empty.tsx'
import { PageHeader } from './page-header.tsx'

/** Whether a status means that the object does not exist: an invalid id, or an object of another merchant. */
export const isMissing = (status: number) => [400, 403, 404, 422].includes(status)

/** Link back to the list of the object. */
export type BackLink = { to: string; label: string }

/** `what`: name of the object, such as "payment link". */
type MissingProps = { what: string; back: BackLink; children: ReactNode }

/** Page shown when an object does not exist. */
export function MissingPage({ what, back, children }: MissingProps) {
  return (
    <>
      <PageHeader title={`${what.charAt(0).toUpperCase()}${what.slice(1)} not found`} back={back} />
      <Empty
        title={`This ${what} does not exist`}
        action={
          <LinkButton to={back.to} tone="secondary">
            Back to {back.label.toLowerCase()}
          </LinkButton>
        }
      >
        {children}
      </Empty>
    </>
  )
}
