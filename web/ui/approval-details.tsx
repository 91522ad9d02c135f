import type { Approval } from '@adire/contract/approvals-schemas.ts'
import { formatDateTime } from './date.ts'
import { type DetailItem, DetailList } from './detail-list.tsx'

type ApprovalDetailsProps = {
  /** Name of the group of its action. */
  kind: string
  approval: Pick<Approval, 'status' | 'createdAt' | 'expiresAt' | 'decidedBy' | 'decidedAt' | 'comment'>
}

/** Details of a request for approval: when it was made, and who decided on it. */
export function ApprovalDetails({ kind, approval }: ApprovalDetailsProps) {
  const { status, createdAt, expiresAt, decidedBy, decidedAt, comment } = approval
  const isOpen = status === 'waiting' || status === 'approved'
  const details: (DetailItem | false)[] = [
    { label: 'Kind', value: kind },
    { label: 'Asked', value: formatDateTime(createdAt) },
    isOpen && { label: 'Waits until', value: formatDateTime(expiresAt) },
    decidedBy !== null && { label: 'Decided by', value: decidedBy },
    decidedAt !== null && { label: 'Decided', value: formatDateTime(decidedAt) },
    comment !== null && { label: 'Comment', value: comment },
  ]
  return <DetailList details={details.filter((detail) => detail !== false)} />
}
