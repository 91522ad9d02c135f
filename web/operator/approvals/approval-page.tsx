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
import { ApprovalView } from '../../ui/approval-view.tsx'
import { Button } from '../../ui/button.tsx'
import { DecisionModal } from '../../ui/decision-modal.tsx'
import { DetailPageSkeleton } from '../../ui/detail-page-skeleton.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
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
    >
      <DetailPageSkeleton>
        <DetailSkeleton rows={5} />
      </DetailPageSkeleton>
    </LoadError>
  )
}

const Found = ({ approval }: { approval: StaffApprovalDetail }) => (
  <ApprovalView
    approval={{
      ...approval,
      obstacle: approval.obstacle && `${approval.obstacle}.`,
      failureReason: approval.failureReason && `${approval.failureReason}.`,
    }}
    kind={staffApprovalGroupNames[approval.group]}
    back={back}
    actions={approval.status === 'waiting' && <Actions approval={approval} />}
  />
)

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
