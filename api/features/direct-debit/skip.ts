import { skippedByCustomer } from '@adire/contract/direct-debit.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { skipDebit } from '@adire/contract/mandate-page.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { Context, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { formatDay } from '../../lagos.ts'
import { currentMandatePage, lockMandateByAccessCode, mandateUnitOfWork } from './consent.ts'
import { requireCancellable } from './debits.ts'
import { mailDebit } from './emails/email-jobs.ts'
import { emitDebit } from './emit.ts'
import { merchantKey } from './mandate-key.ts'
import {
  appendMandateEvent,
  type DebitRecord,
  findDebitIfPresent,
  type MandateRecord,
  updateDebitRecord,
} from './move.ts'
import { notifyMandateMembers } from './notify-mandate-members.ts'
import { endedFields, planNextDebit } from './plan.ts'

/**
 * Skips one debit for the customer. Idempotent. The lock of the mandate decides between it and the job that makes the debit.
 * @throws 404 mandate_not_found, debit_not_found; 409 debit_not_cancellable
 */
export async function skipDebitHandler(
  requestUnitOfWork: UnitOfWork,
  { accessCode, id }: ParsedInput<typeof skipDebit>,
) {
  const unitOfWork = await mandateUnitOfWork(requestUnitOfWork, accessCode)
  await unitOfWork.write(async (context) => {
    const { mandate } = await lockMandateByAccessCode(context, accessCode)
    const debit = await findDebitIfPresent(context.tx, { merchantId: mandate.merchantId, id })
    if (debit?.mandateId !== mandate.id) throw problem.notFound('debit')
    if (debit.failureCode === skippedByCustomer) return
    requireCancellable(debit)
    await skipLockedDebit(context, debit, mandate)
  })
  return currentMandatePage(unitOfWork, accessCode)
}

async function skipLockedDebit(context: Context, debit: DebitRecord, mandate: MandateRecord): Promise<void> {
  const { tx, now } = context
  const { merchantId, id, amountKobo, dueOn } = debit
  const skipped = await updateDebitRecord(tx, debit, {
    ...endedFields(now),
    status: 'cancelled',
    failureCode: skippedByCustomer,
    failureMessage: 'Skipped by the customer',
  })
  const what = `the debit of ${formatNaira(amountKobo)} for ${formatDay(dueOn)}`
  await appendMandateEvent(tx, mandate, now, 'debit_skipped', `The customer skipped ${what}`)
  await enqueueJob(tx, mailDebit, { merchantId, id, what: 'skipped' }, { ...merchantKey(debit), key: `${id}:skipped` })
  await notifyMandateMembers(
    context,
    mandate,
    'A customer skipped a debit',
    `${mandate.customerName ?? mandate.customerEmail} skipped ${what}. The mandate continues.`,
  )
  await emitDebit(context, skipped, 'debit.skipped')
  await planNextDebit(context, mandate)
}
