import { type AuditAction, auditActions } from '@adire/contract/audit.ts'
import type { Review } from '@adire/contract/back-office/review-schemas.ts'
import { Card } from '../../ui/card.tsx'
import { formatDateTime } from '../../ui/date.ts'

const statusTexts: Readonly<Record<string, string>> = {
  APPROVED: 'approved',
  REJECTED: 'rejected',
  PENDING_MERCHANT_RESUBMISSION: 'returned',
  EXPIRED: 'expired',
  PENDING_REVIEW: 'reopened',
  approved: 'approved',
  not_requested: 'declined',
  suspended: 'suspended',
  closed: 'closed',
}

const isReview = (action: string) => action.endsWith('.reviewed')

/** What was submitted and decided before. Openings of documents are in the audit log. */
export function ReviewHistory({ review: { history } }: { review: Review }) {
  if (history.length === 0) return null
  return (
    <Card title="History">
      <ol className="flex flex-col gap-3">
        {history.map(({ at, actor, action, object, status, reason }) => (
          <li key={`${at} ${action} ${object}`} className="text-sm">
            <p>
              {object ?? 'Going live'}
              {': '}
              {isReview(action) && status
                ? (statusTexts[status] ?? status)
                : auditActions[action as AuditAction].toLowerCase()}
            </p>
            {reason && <p className="text-ink-2">{reason}</p>}
            <p className="text-muted">
              {actor}, <span className="figures">{formatDateTime(at)}</span>
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
