import { requestRefundApproval } from '@adire/contract/approvals.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import { useCan } from '../../client/permissions.ts'

export type RefundAction = ReturnType<typeof useRefundAction>

/** The button for a refund: it refunds, or requests a refund where the person may only do that. */
export function useRefundAction() {
  const can = useCan()
  const isAsked = !can(requestRefund)
  return isAsked
    ? ({ isAsked, needs: requestRefundApproval, label: 'Ask for a refund' } as const)
    : ({ isAsked, needs: requestRefund, label: 'Refund' } as const)
}
