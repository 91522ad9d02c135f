import { formatNaira } from '@adire/contract/money.ts'
import type { Context } from '../../context.ts'
import { appendMandateEvent, type DebitRecord, type MandateRecord, updateDebitRecord } from './move.ts'
import { endedFields, planNextDebit } from './plan.ts'

const mandateNotReady = { code: 'mandate_not_ready', message: 'The mandate could not be debited on that day' }

/** Cancels a debit that became due while the mandate does not allow debits, or the business may not take it. */
export async function dropDebit(
  context: Context,
  debit: DebitRecord,
  mandate: MandateRecord,
  reason = mandateNotReady,
) {
  const { tx, now } = context
  const { code: failureCode, message: failureMessage } = reason
  await updateDebitRecord(tx, debit, {
    ...endedFields(now),
    status: 'cancelled',
    failureCode,
    failureMessage,
  })
  await appendMandateEvent(
    tx,
    mandate,
    now,
    'debit_cancelled',
    `The debit of ${formatNaira(debit.amountKobo)} was cancelled: ${failureMessage}`,
  )
  await planNextDebit(context, mandate)
}
