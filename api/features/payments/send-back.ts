import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { lockName } from '../../database/lock-name.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { emitPayment } from './emit.ts'
import { owedChecks } from './events.ts'
import { type PaymentRecord, updatePaymentRecord } from './move.ts'
import { paidOtherwise, recordReturnedTransfer } from './returned.ts'

/** Job: has the processor return a transfer that it has accepted. */
export const returnTransfer = defineJob('return-transfer', z.object({ merchantId: z.string(), reference: z.string() }))

/**
 * Whether the payment's invoice or checkout has been paid by another payment, or is no longer owed. Locks that invoice or
 * checkout until the transaction ends, so that of two transfers arriving at once the second sees the first.
 */
export async function lockPaidOtherwise(tx: Tx, payment: PaymentRecord): Promise<boolean> {
  const { merchantId, id, checkoutId } = payment
  for (const isOwed of owedChecks.get()) {
    const owed = await isOwed(tx, payment)
    if (owed !== undefined) return !owed
  }
  if (!checkoutId) return false
  await lockName(tx, `paid ${merchantId} ${checkoutId}`)
  const { rows } = await tx.$client.query({
    name: 'payment_paid_otherwise',
    text: `select 1 from payments where merchant_id = $1 and checkout_id = $2 and id <> $3 and paid_at is not null limit 1`,
    values: [merchantId, checkoutId, id],
  })
  return rows.length > 0
}

/** Whether the transfer has been sent back already; a repeated outcome then changes nothing. */
export const wasSentBack = ({ failureCode, returnedFor }: PaymentRecord) =>
  failureCode === paidOtherwise.failureCode && returnedFor === 'DUPLICATE'

/**
 * Sends back a transfer to an abandoned payment for which nothing is owed; nothing is posted to the ledger. Records it on the
 * payment, notifies the payer and the merchant's webhooks, and enqueues a job that calls the processor until it responds.
 */
export async function sendBack(context: Context, payment: PaymentRecord): Promise<PaymentRecord> {
  const { tx } = context
  const { merchantId, reference, amountKobo } = payment
  const reason = 'DUPLICATE'
  const returned = await updatePaymentRecord(tx, payment, {
    ...paidOtherwise,
    returnedKobo: amountKobo,
    returnedFor: reason,
    checkAt: null,
  })
  await recordReturnedTransfer(context, returned, { kind: 'returned', reference, amountKobo, reason, sender: null })
  await emitPayment(context, returned, 'bank_transfer.rejected')
  await enqueueJob(
    tx,
    returnTransfer,
    { merchantId, reference: payment.processorReference! },
    { merchantId, key: reference, runAt: context.now },
  )
  return returned
}
