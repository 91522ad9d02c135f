import type { requestRefundApproval } from '@adire/contract/approvals.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { MerchantContext } from '../../context.ts'
import { rehearseAction } from '../lifecycle/guarded-action.ts'
import { requestRefundHandler } from '../refunds/request.ts'
import { previewRefund } from './refund-actions.ts'
import { addApproval } from './request.ts'
import { toApprovalResponse } from './serialize.ts'
import { readCaller } from './visible.ts'

/** Asks for a refund that always waits, for members and keys that may not refund themselves. The refund is rehearsed first. */
export async function requestRefundApprovalHandler(
  context: MerchantContext,
  input: ParsedInput<typeof requestRefundApproval>,
) {
  await rehearseAction(context, () => requestRefundHandler.create(context, input))
  const request = await addApproval(context, {
    action: 'requestRefund',
    input,
    preview: await previewRefund(context, input),
  })
  return toApprovalResponse(request, context, await readCaller(context), context.now)
}
