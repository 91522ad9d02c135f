import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { cancelRefund } from '@adire/contract/refunds.ts'
import { callConnector } from '../../connectors/call-connector.ts'
import type { MerchantContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { applyWaitingOutcome, queryRefund } from './apply-outcome.ts'
import { endRefund, findRefund, lockRefund, type RefundKey, type RefundRecord } from './move.ts'
import { retrieveRefund } from './serialize.ts'

/**
 * Cancels a refund that waits for money or for an account. If a processor has it already, the processor is queried first: it may have paid
 * the refund since, or may still pay it.
 * @throws 404 refund_not_found; 409 refund_not_cancellable; 503 unavailable if the processor does not answer
 */
export async function cancelRefundHandler(
  unitOfWork: UnitOfWork<MerchantContext>,
  { id }: ParsedInput<typeof cancelRefund>,
) {
  const { merchantId, status } = await unitOfWork.write(async ({ tx, merchant }) =>
    requireCancellable(await findRefund(tx, { merchantId: merchant.id, id })),
  )
  const key = { merchantId, id }
  if (status === 'needs_attention') await requireNotAtProcessor(unitOfWork, key)
  return unitOfWork.write((context) => cancel(context, key))
}

function requireCancellable(refund: RefundRecord): RefundRecord {
  // A refund that the processor is working on, or has made, cannot be cancelled.
  if (refund.status !== 'pending' && refund.status !== 'needs_attention')
    throw problem.conflict('refund_not_cancellable', 'This refund can no longer be cancelled')
  if (refund.paidLateAt)
    throw problem.conflict('refund_not_cancellable', 'The bank has paid this refund to the customer already')
  return refund
}

async function requireNotAtProcessor(unitOfWork: UnitOfWork<MerchantContext>, key: RefundKey): Promise<void> {
  const outcome = await callConnector(queryRefund(unitOfWork, key))
  if (!outcome) throw problem.unavailable('The bank does not respond. Please try again in a minute')
  if (outcome.kind === 'processed') await unitOfWork.write((context) => applyWaitingOutcome(context, key, outcome))
  if (outcome.kind === 'pending' || (outcome.kind === 'needs_account' && outcome.isHeld))
    throw problem.conflict(
      'refund_not_cancellable',
      'The bank still has the money of this refund and may pay it out. Enter a bank account of the customer, or contact us',
    )
}

async function cancel(context: MerchantContext, key: RefundKey) {
  const locked = await lockRefund(context.tx, key)
  const { status, reference } = requireCancellable(locked.refund)
  await endRefund(context, locked, `cancelled by ${await readActorName(context)}`)
  await recordAuditEvent(context, {
    action: 'refund.cancelled',
    object: reference,
    before: { status },
    after: { status: 'failed' },
  })
  return retrieveRefund(context, locked.refund)
}
