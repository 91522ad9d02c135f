import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { takeDueRows } from '../../jobs/due-rows.ts'
import { jobHandler } from '../../jobs/job-handler.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { inPages, scheduledJob } from '../../jobs/scheduled-job.ts'
import { applyOutcome } from '../payments/apply-outcome.ts'
import { waitsForConfirmation } from '../payments/confirm-card.ts'
import { calculateLastCheck } from '../payments/late-transfer.ts'
import { lockPayment, updatePaymentRecord } from '../payments/move.ts'
import { queryPayment } from './query-payment.ts'

const batchSize = 200
/** Grace time after expiry for a payment that the processor may be charging: longer than any connector call can take. */
const graceMs = 60_000

const Checked = z.object({ merchantId: z.string(), paymentId: z.string(), mode: z.enum(['TEST', 'LIVE']) })
type Checked = z.infer<typeof Checked>
const checkPayment = defineJob('check-payment', Checked)

export const checkoutScheduledJobs = [
  scheduledJob({
    name: 'check-payments',
    title: 'Unpaid checkouts expire',
    every: '* * * * *',
    nextAt: givenUpAt,
    run: ({ write }, merchantId) => inPages(batchSize, () => write((context) => queueDue(context, merchantId))),
  }),
]

export const checkoutJobHandlers = [
  jobHandler({
    job: checkPayment,
    groupOf: ({ merchantId }) => merchantId,
    async run({ config, write }, { merchantId, paymentId: id, mode }) {
      const inMode = <T>(use: (context: Context) => Promise<T>) => write(use, mode)
      await queryPayment({ mode, config, write: inMode }, { merchantId, id })
      await inMode((context) => giveUpIfLate(context, { merchantId, id }))
    },
  }),
]

/** When the next pending payment expires, or the next processing one is queried again. */
async function givenUpAt(tx: Tx, merchantId: string): Promise<Date | undefined> {
  const { rows } = await tx.$client.query<{ at: Date | null }>({
    name: 'payments_given_up_at',
    text: `select least(
             (select min(expires_at) from payments where merchant_id = $1 and status = 'pending' and check_at is not null),
             (select min(check_at) from payments where merchant_id = $1 and status = 'processing' and check_at is not null)
           ) as at`,
    values: [merchantId],
  })
  return rows[0]?.at ?? undefined
}

/** Enqueues the due payments and postpones the next check of each: the delay doubles from 30 seconds up to an hour. */
async function queueDue({ tx, now }: Context, merchantId?: string): Promise<number> {
  const find = {
    name: 'payments_due',
    text: `select merchant_id as "merchantId", id from payments
           where check_at <= $1 and ($3::uuid is null or merchant_id = $3) order by check_at limit $2`,
    values: [now, batchSize, merchantId],
  }
  const { rows, count } = await takeDueRows(tx, find, (ofMerchant, ids) =>
    tx.$client.query<Checked>({
      name: 'payments_put_off',
      text: `
        with due as (
          select id, $2::timestamptz + least(interval '30 seconds' * 2 ^ least(checks, 7), interval '1 hour') as later
          from payments where merchant_id = $1 and id = any($3) and check_at <= $2 for update skip locked
        ), put_off as (
          update payments payment
          set checks = payment.checks + 1,
              check_at = case
                when payment.status = 'pending' and payment.expires_at > $2 then least(payment.expires_at, due.later)
                else due.later end
          from due where payment.merchant_id = $1 and payment.id = due.id
          returning payment.id
        )
        select merchant.id as "merchantId", put_off.id as "paymentId", merchant.mode
        from put_off join merchants merchant on merchant.id = $1`,
      values: [ofMerchant, now, ids],
    }),
  )
  for (const payment of rows) await enqueueJob(tx, checkPayment, payment, { merchantId: payment.merchantId })
  return count
}

async function giveUpIfLate(context: Context, key: { merchantId: string; id: string }) {
  const payment = await lockPayment(context.tx, key)
  if (payment?.status === 'abandoned' && payment.checkAt !== null) {
    const last = calculateLastCheck(payment)
    if (last === null || context.now >= last) await updatePaymentRecord(context.tx, payment, { checkAt: null })
    return
  }
  if (payment?.status !== 'pending') return
  const lateMs = context.now.getTime() - payment.expiresAt.getTime()
  if (lateMs < (payment.processorReference ? graceMs : 0)) return
  const isUnconfirmed = waitsForConfirmation(payment)
  await applyOutcome(
    context,
    key,
    isUnconfirmed ? { kind: 'failed', reason: 'authentication_required' } : { kind: 'abandoned' },
  )
}
