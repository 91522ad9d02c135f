import { approvalGroupNames } from '@adire/contract/approval-actions.ts'
import { getApproval } from '@adire/contract/approvals.ts'
import type { ApprovalDetail } from '@adire/contract/approvals-schemas.ts'
import { useParams } from 'react-router'
import { useCall } from '../../client/api.ts'
import { ApprovalView } from '../../ui/approval-view.tsx'
import { Card } from '../../ui/card.tsx'
import { DetailPageSkeleton } from '../../ui/detail-page-skeleton.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { ApprovalActions } from './approval-actions.tsx'

const back = { to: '/settings/approvals', label: 'Approvals' }

export function ApprovalPage() {
  const { approvalId = '' } = useParams()
  const approval = useCall(getApproval, { id: approvalId })
  if (approval.data) return <Found approval={approval.data} />
  return (
    <LoadError what="request for approval" back={back} read={approval}>
      <DetailPageSkeleton>
        <DetailSkeleton rows={5} />
      </DetailPageSkeleton>
    </LoadError>
  )
}

const Found = ({ approval }: { approval: ApprovalDetail }) => (
  <ApprovalView
    approval={approval}
    kind={approvalGroupNames[approval.group]}
    back={back}
    actions={<ApprovalActions approval={approval} />}
  >
    <Card title="Timeline">
      <Timeline events={approval.events} tones={{ approved: 'ok', completed: 'ok', rejected: 'bad', failed: 'bad' }} />
    </Card>
  </ApprovalView>
)
