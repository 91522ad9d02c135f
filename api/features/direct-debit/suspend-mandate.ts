import type { Context } from '../../context.ts'
import { mailCancelledDebit } from './drop-debit.ts'
import { emitDebit, emitMandate } from './emit.ts'
import { appendMandateEvent, type MandateRecord, updateMandateRecord } from './move.ts'
import { customerNameOf, notifyOfMandateFailure } from './notify-mandate-members.ts'
import { cancelPlannedDebits, freeLastPlannedDay } from './plan.ts'
import { scheduleMandateCheck } from './schedule-mandate-check.ts'

export async function suspendMandate(context: Context, mandate: MandateRecord, reason: string) {
  const { tx, now } = context
  await appendMandateEvent(tx, mandate, now, 'suspended', `Suspended: ${reason}`)
  const suspended = await updateMandateRecord(tx, mandate, { status: 'suspended', readyToDebit: false, reason }, now)
  const cancelled = await cancelPlannedDebits(context, suspended, {
    failureCode: 'mandate_suspended',
    failureMessage: 'The bank suspended the mandate',
  })
  // Free the planned day of the schedule, so that it can be planned again if the bank lifts the suspension in time.
  const freed = await freeLastPlannedDay(context, suspended)
  for (const debit of cancelled) {
    await mailCancelledDebit(context, debit)
    await emitDebit(context, debit, 'debit.cancelled')
  }
  const lost = cancelled.length > 0 ? ' What was planned is cancelled.' : ''
  await notifyOfMandateFailure(
    context,
    suspended,
    'A mandate was suspended',
    `${customerNameOf(suspended)}: ${reason}.${lost}`,
  )
  const waiting = await scheduleMandateCheck(context, freed)
  await emitMandate(context, waiting, 'mandate.suspended')
  return waiting
}
