import type { ReactNode } from 'react'
import { LinkButton } from './button.tsx'
import { Empty } from './empty.tsx'
import { PageHeader } from './page-header.tsx'

/** Answers that mean there is no such thing: an id that is none of ours, or another merchant's. */
export const isMissing = (status: number) => [400, 403, 404, 422].includes(status)

/** To the list it stands in. */
export type BackLink = { to: string; label: string }

/** `what`: "payment link". */
type MissingProps = { what: string; back: BackLink; children: ReactNode }

/** The page of something that is not there. */
export function MissingPage({ what, back, children }: MissingProps) {
  return (
    <>
      <PageHeader title={`${what.charAt(0).toUpperCase()}${what.slice(1)} not found`} back={back} />
      <Empty
        title={`There is no such ${what} here`}
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
