import type { Approval } from '@adire/contract/approvals-schemas.ts'
import { Badge, type BadgeTone } from './badge.tsx'

const looks: Record<Approval['status'], { tone: BadgeTone; label: string }> = {
  waiting: { tone: 'warn', label: 'Waiting for approval' },
  approved: { tone: 'warn', label: 'Approved, to complete' },
  done: { tone: 'ok', label: 'Approved' },
  rejected: { tone: 'bad', label: 'Rejected' },
  cancelled: { tone: 'neutral', label: 'Cancelled' },
  expired: { tone: 'neutral', label: 'Expired' },
  failed: { tone: 'bad', label: 'No longer possible' },
}

export function ApprovalBadge({ approval: { status } }: { approval: Pick<Approval, 'status'> }) {
  const { tone, label } = looks[status]
  return <Badge tone={tone}>{label}</Badge>
}
