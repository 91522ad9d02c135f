import { staffApprovalGroupNames } from '@adire/contract/back-office/approval-actions.ts'
import {
  approveStaffRequest,
  cancelStaffApproval,
  countStaffApprovals,
  getStaffApproval,
  listStaffApprovals,
  rejectStaffRequest,
} from '@adire/contract/back-office/approvals.ts'
import type { StaffApprovalDetail } from '@adire/contract/back-office/approvals-schemas.ts'
import { useState } from 'react'
import { useParams } from 'react-router'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { ApprovalBadge } from '../../ui/approval-badge.tsx'
import { ApprovalDetails } from '../../ui/approval-details.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { detailColumns } from '../../ui/columns.ts'
import { DecisionModal } from '../../ui/decision-modal.tsx'
import { EffectList } from '../../ui/effect-list.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useCall, useChange } from '../client/api.ts'

const back = { to: '/approvals', label: 'Approvals' }
const changed = [getStaffApproval, listStaffApprovals, countStaffApprovals]

export function ApprovalPage() {
  const { id = '' } = useParams()
  const approval = useCall(getStaffApproval, { id })
  if (approval.data) return <Found approval={approval.data} />
  return (
    <LoadError
      what="request for approval"
      back={back}
      read={approval}
      missing="It does not exist, or is about something that your role does not include."
    />
  )
}

function Found({ approval }: { approval: StaffApprovalDetail }) {
  const { title, status, requestedBy, isYours, obstacle, failureReason, effects } = approval
  return (
    <>
      <PageHeader
        title={title}
        badge={<ApprovalBadge approval={approval} />}
        note={isYours ? 'You asked for it' : `${requestedBy} asked for it`}
        back={back}
        actions={status === 'waiting' && <Actions approval={approval} />}
      />
      {obstacle && (
        <p role="status" className="mb-6 rounded-md bg-warn-soft px-4 py-3 text-warn">
          If it were approved now, it would fail: {obstacle}.
        </p>
      )}
      {failureReason && (
        <p className="mb-6 rounded-md bg-bad-soft px-4 py-3 text-bad">
          It was approved, but was no longer possible: {failureReason}.
        </p>
      )}
      <div className={`${detailColumns} items-start`}>
        <Card title={status === 'waiting' ? 'What happens when it is approved' : 'What was requested'}>
          <div className="-mt-1 -mb-3">
            <EffectList effects={effects} />
          </div>
        </Card>
        <Card title="Details">
          <div className="-mt-1 -mb-3">
            <ApprovalDetails kind={staffApprovalGroupNames[approval.group]} approval={approval} />
          </div>
        </Card>
      </div>
    </>
  )
}

/** Buttons of the approvers and of the requester. One that the person may not press says why. */
function Actions({ approval: { id, title, isYours, denied } }: { approval: StaffApprovalDetail }) {
  const [deciding, setDeciding] = useState<'approve' | 'reject'>()
  const close = () => setDeciding(undefined)
  const quiet = { quiet: true, refresh: changed, onDone: close }
  const approve = useChange(approveStaffRequest, {
    ...quiet,
    success: ({ status }) => (status === 'failed' ? '' : 'Approved and done'),
  })
  const reject = useChange(rejectStaffRequest, { ...quiet, success: 'Rejected' })
  const cancel = useChange(cancelStaffApproval, { refresh: changed, success: 'The request was cancelled' })
  const reason = denied ?? undefined
  return (
    <>
      {isYours && (
        <Button tone="secondary" onClick={() => cancel.mutate({ id })} busy={cancel.isPending}>
          Cancel request
        </Button>
      )}
      <AllowedButton tone="secondary" denied={reason} onClick={() => setDeciding('reject')}>
        Reject
      </AllowedButton>
      <AllowedButton denied={reason} onClick={() => setDeciding('approve')}>
        Approve
      </AllowedButton>
      {deciding && (
        <DecisionModal
          kind={deciding}
          title={title}
          submit={(comment) => (deciding === 'approve' ? approve : reject).mutateAsync({ id, comment })}
          onClose={close}
        />
      )}
    </>
  )
}
