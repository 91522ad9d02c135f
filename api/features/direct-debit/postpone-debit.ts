import { earliestDebitDay } from '@adire/contract/debit-notice.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { Context } from '../../context.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { formatDay } from '../../lagos.ts'
import { dropDebit } from './drop-debit.ts'
import { mailDebit } from './emails/email-jobs.ts'
import { merchantKey } from './mandate-key.ts'
import { appendMandateEvent, type DebitRecord, type MandateRecord, updateDebitRecord } from './move.ts'
import { toMorning } from './plan.ts'

/** How much later than planned a notice may be sent before its debit is postponed, in ms. */
const graceMs = 3_600_000
const dayMs = 24 * 3_600_000

/** Announces a debit at the planned time. If the product did not run then, and less than a day is left, the debit is postponed. */
export async function announceDebit(context: Context, debit: DebitRecord, mandate: MandateRecord): Promise<void> {
  const nowMs = context.now.getTime()
  const isLate = nowMs > debit.noticeAt!.getTime() + graceMs && debit.dueAt!.getTime() < nowMs + dayMs - graceMs
  await (isLate ? postponeDebit(context, debit, mandate) : giveNotice(context, debit))
}

/** Postpones a debit whose notice was not sent in time: no customer is debited without a notice. */
export async function postponeDebit(context: Context, debit: DebitRecord, mandate: MandateRecord) {
  const { tx, now } = context
  const dueOn = earliestDebitDay(now)
  if (mandate.endOn !== null && dueOn > mandate.endOn) return dropDebit(context, debit, mandate)
  const postponed = await updateDebitRecord(tx, debit, { dueAt: toMorning(dueOn) })
  await giveNotice(context, postponed)
  const text = `The debit of ${formatNaira(debit.amountKobo)} is made on ${formatDay(dueOn)}, a day after its notice`
  await appendMandateEvent(tx, mandate, now, 'debit_postponed', text)
}

/** Enqueues the notice to the customer, once per debit. */
export async function giveNotice({ tx, now }: Context, debit: DebitRecord): Promise<DebitRecord> {
  const { merchantId, id } = debit
  await enqueueJob(tx, mailDebit, { merchantId, id, what: 'notice' }, { ...merchantKey(debit), key: `${id}:notice` })
  return updateDebitRecord(tx, debit, { noticeAt: null, noticedAt: now })
}
