import type { ReactNode } from 'react'
import { DetailPageSkeleton } from './detail-page-skeleton.tsx'
import { ErrorStrip } from './error-strip.tsx'
import { type BackLink, isMissing, MissingPage } from './missing.tsx'
import { PageHeader } from './page-header.tsx'
import { Skeleton } from './skeleton.tsx'

interface LoadErrorProps {
  /** Name of the object: "payment link" */
  what: string
  /** Title of a page that does more than show the object, such as an editor; visible while the object loads. */
  title?: string
  back: BackLink
  read: { error: { status: number; message: string } | null; refetch: () => unknown }
  /** Explanation if the object does not exist. */
  missing?: string
  /** The object may have been deleted. */
  deletable?: boolean
  /** Placeholder while loading; default: that of a page with tiles, a list and details. */
  children?: ReactNode
}

const another = 'belong to another of your businesses or to the other mode.'

/** Page of an object until it has loaded: placeholder, error with a retry button, or not found. */
export function LoadError({
  what,
  title,
  back,
  read: { error, refetch },
  deletable,
  missing = `It may ${deletable ? 'have been deleted, or ' : ''}${another}`,
  children,
}: LoadErrorProps) {
  if (error && isMissing(error.status))
    return (
      <MissingPage what={what} back={back}>
        {missing}
      </MissingPage>
    )
  const name = `${what.charAt(0).toUpperCase()}${what.slice(1)}`
  return (
    <>
      <PageHeader
        title={title ?? name}
        {...(!error &&
          !title && { heading: <LoadingHeading name={name} />, note: <Skeleton className="my-0.5 h-4 w-64" /> })}
        back={back}
      />
      {error ? <ErrorStrip message={error.message} onRetry={() => refetch()} /> : (children ?? <DetailPageSkeleton />)}
    </>
  )
}

const LoadingHeading = ({ name }: { name: string }) => (
  <>
    <span className="sr-only">{name}</span>
    <Skeleton className="h-7 w-48" />
  </>
)
