import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { checkPauseMs, type checkPayment } from '@adire/contract/processor-calls.ts'
import { callConnector } from '../../connectors/call-connector.ts'
import type { Context, MemberContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { countAttempts, lockAttempts, recordAttempt } from '../auth/attempts.ts'
import { isQueried, queryPayment } from '../checkout/query-payment.ts'
import { findPaymentRecord } from '../payments/move.ts'
import { toProcessorCalls } from './list.ts'

/** @throws those of `checkPaymentNow` */
export async function checkPaymentHandler(
  unitOfWork: UnitOfWork<MemberContext>,
  { id }: ParsedInput<typeof checkPayment>,
) {
  const merchantId = await unitOfWork.write(async ({ merchant }) => merchant.id)
  await checkPaymentNow(unitOfWork, { merchantId, id })
  return unitOfWork.write(async ({ tx }) => toProcessorCalls(tx, await findPaymentRecord(tx, { merchantId, id })))
}

/**
 * Queries the outcome of a payment now, at most once in `checkPauseMs`, and applies it.
 * @throws 404 payment_not_found; 429 too_many_requests; 503 unavailable without an answer
 */
export async function checkPaymentNow<C extends Context>(
  unitOfWork: UnitOfWork<C>,
  key: { merchantId: string; id: string },
): Promise<void> {
  await unitOfWork.write(async (context) => {
    if (isQueried(await findPaymentRecord(context.tx, key))) await requirePause(context, key.id)
  })
  if (!(await callConnector(queryPayment(unitOfWork, key).then(() => true))))
    throw problem.unavailable('The processor did not answer. We ask it again by ourselves.')
}

/** Counts a check of a payment, under a lock: of two at once, one is rejected. */
async function requirePause({ tx, realNow }: Context, paymentId: string): Promise<void> {
  const limits = [{ key: `check-payment:${paymentId}` }]
  await lockAttempts(tx, limits)
  const [recent] = await countAttempts(tx, limits, new Date(realNow.getTime() - checkPauseMs))
  const seconds = checkPauseMs / 1_000
  if (recent! > 0)
    throw problem.tooMany(`This payment was checked a moment ago. Try again in ${seconds} seconds.`, seconds)
  await recordAttempt(tx, limits, realNow)
}
