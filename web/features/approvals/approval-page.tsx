import { approvalGroupNames } from '@adire/contract/approval-actions.ts'
import { getApproval } from '@adire/contract/approvals.ts'
import type { ApprovalDetail } from '@adire/contract/approvals-schemas.ts'
import { useParams } from 'react-router'
import { useCall } from '../../client/api.ts'
import { ApprovalBadge } from '../../ui/approval-badge.tsx'
import { ApprovalDetails } from '../../ui/approval-details.tsx'
import { Card } from '../../ui/card.tsx'
import { detailColumns } from '../../ui/columns.ts'
import { EffectList } from '../../ui/effect-list.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { ApprovalActions } from './approval-actions.tsx'

const back = { to: '/settings/approvals', label: 'Approvals' }

export function ApprovalPage() {
  const { approvalId = '' } = useParams()
  const approval = useCall(getApproval, { id: approvalId })
  if (approval.data) return <Found approval={approval.data} />
  return <LoadError what="request for approval" back={back} read={approval} />
}

function Found({ approval }: { approval: ApprovalDetail }) {
  const { title, requestedBy, isYours, obstacle, failureReason, effects, events } = approval
  return (
    <>
      <PageHeader
        title={title}
        badge={<ApprovalBadge approval={approval} />}
        note={isYours ? 'You asked for it' : `${requestedBy} asked for it`}
        back={back}
        actions={<ApprovalActions approval={approval} />}
      />
      {obstacle && (
        <p role="status" className="mb-6 rounded-md bg-warn-soft px-4 py-3 text-warn">
          If it were approved now, it would fail: {obstacle}
        </p>
      )}
      {failureReason && (
        <p className="mb-6 rounded-md bg-bad-soft px-4 py-3 text-bad">
          It was approved, but was no longer possible: {failureReason}
        </p>
      )}
      <div className={`${detailColumns} items-start`}>
        <Card title={approval.status === 'waiting' ? 'What happens when it is approved' : 'What was requested'}>
          <div className="-mt-1 -mb-3">
            <EffectList effects={effects} />
          </div>
        </Card>
        <div className="flex min-w-0 flex-col gap-6">
          <Card title="Details">
            <div className="-mt-1 -mb-3">
              <ApprovalDetails kind={approvalGroupNames[approval.group]} approval={approval} />
            </div>
          </Card>
          <Card title="Timeline">
            <Timeline events={events} tones={{ approved: 'ok', completed: 'ok', rejected: 'bad', failed: 'bad' }} />
          </Card>
        </div>
      </div>
    </>
  )
}
