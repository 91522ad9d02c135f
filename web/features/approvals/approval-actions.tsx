import {
  approveRequest,
  cancelApproval,
  completeApproval,
  countApprovals,
  getApproval,
  listApprovals,
  rejectRequest,
} from '@adire/contract/approvals.ts'
import type { ApprovalDetail } from '@adire/contract/approvals-schemas.ts'
import { useState } from 'react'
import { useChange } from '../../client/api.ts'
import { isTemporary } from '../../client/repeat.ts'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { DecisionModal } from '../../ui/decision-modal.tsx'
import { SecretModal } from '../../ui/secret-modal.tsx'
import { toast } from '../../ui/toast.ts'

const changed = [getApproval, listApprovals, countApprovals]

/** The buttons of a request, for its approvers and its requester. A button that one may not press says why. */
export function ApprovalActions({ approval }: { approval: ApprovalDetail }) {
  const { id, status, isYours, denied } = approval
  const [deciding, setDeciding] = useState<'approve' | 'reject'>()
  const close = () => setDeciding(undefined)
  const { confirmed, dialog } = useConfirmation()
  const quiet = { quiet: true, refresh: changed, onDone: close }
  const approve = useChange(approveRequest, {
    ...quiet,
    success: ({ status: outcome }) =>
      outcome === 'failed'
        ? ''
        : outcome === 'approved'
          ? 'Approved. Its requester completes it.'
          : 'Approved and done',
  })
  const reject = useChange(rejectRequest, { ...quiet, success: 'Rejected' })
  const cancel = useChange(cancelApproval, { refresh: changed, success: 'The request was cancelled' })
  const complete = useChange(completeApproval, { quiet: true, refresh: changed })
  const secret = complete.data?.key
  // The request may be done before its response comes, or while it was lost: sent again, it returns the same key.
  const isUnanswered = complete.isPending || isTemporary(complete.error)
  const create = () => confirmed(() => complete.mutateAsync({ id })).catch((error: Error) => toast.error(error.message))
  const reason = denied ?? undefined
  return (
    <>
      {isYours && (status === 'waiting' || status === 'approved') && (
        <AllowedButton
          needs={cancelApproval}
          tone="secondary"
          onClick={() => cancel.mutate({ id })}
          busy={cancel.isPending}
        >
          Cancel request
        </AllowedButton>
      )}
      {isYours && (status === 'approved' || isUnanswered) && (
        <AllowedButton needs={completeApproval} onClick={create} busy={complete.isPending}>
          Create the key now
        </AllowedButton>
      )}
      {status === 'waiting' && (
        <>
          <AllowedButton needs={rejectRequest} tone="secondary" denied={reason} onClick={() => setDeciding('reject')}>
            Reject
          </AllowedButton>
          <AllowedButton needs={approveRequest} denied={reason} onClick={() => setDeciding('approve')}>
            Approve
          </AllowedButton>
        </>
      )}
      {deciding && (
        <DecisionModal
          kind={deciding}
          title={approval.title}
          submit={(comment) =>
            deciding === 'approve'
              ? confirmed(() => approve.mutateAsync({ id, comment }))
              : reject.mutateAsync({ id, comment })
          }
          onClose={close}
        />
      )}
      {secret && <SecretModal secret={secret} title="Your new key" noun="key" onClose={() => complete.reset()} />}
      {dialog}
    </>
  )
}
