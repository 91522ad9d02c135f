import { Clock } from 'lucide-react'
import { Link } from 'react-router'

type WaitingListProps = {
  approvals: readonly { id: string; title: string; status: string; requestedBy: string; isYours: boolean }[]
}

/** Requests for approval that are still open, shown on the page that they would change. Renders nothing if there are none. */
export function WaitingList({ approvals }: WaitingListProps) {
  if (approvals.length === 0) return null
  return (
    <ul aria-label="Waiting for approval" className="mb-4 flex flex-col gap-2">
      {approvals.map(({ id, title, status, requestedBy, isYours }) => (
        <li key={id} className="flex items-center gap-3 rounded-md bg-warn-soft px-4 py-3">
          <Clock className="size-4 shrink-0 text-warn" strokeWidth={1.75} aria-hidden="true" />
          <p className="min-w-0 flex-1 wrap-anywhere">
            <span className="font-medium">{status === 'approved' ? 'Approved' : 'Waiting for approval'}:</span> {title}.{' '}
            <span className="text-ink-2">{isYours ? 'You asked for it.' : `${requestedBy} asked for it.`}</span>
          </p>
          <Link to={`/approvals/${id}`} className="font-medium text-link hover:underline pointer-coarse:py-3">
            View<span className="sr-only"> the request: {title}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
