import { listApprovals } from '@adire/contract/approvals.ts'
import type { EndpointInput } from '@adire/contract/endpoint.ts'
import { Clock } from 'lucide-react'
import { Link } from 'react-router'
import { useCall } from '../client/api.ts'

/** What waits for a second person about an object or a kind of action, where it would take effect. Nothing if nothing waits. */
export function WaitingApprovals(of: Pick<EndpointInput<typeof listApprovals>, 'group' | 'subjectId'>) {
  const { data } = useCall(listApprovals, { ...of, state: 'open', limit: 20 })
  if (!data || data.content.length === 0) return null
  return (
    <ul aria-label="Waiting for approval" className="mb-4 flex flex-col gap-2">
      {data.content.map(({ id, title, status, requestedBy, isYours }) => (
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
