import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import { jobHandler, mailRetry } from '../../jobs/job-handler.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { inPages, scheduledJob } from '../../jobs/scheduled-job.ts'
import { sendForBusiness } from '../customer-emails/customer-emails.ts'
import { applyRefundOutcome, queryRefund, sendRefund } from './apply-outcome.ts'
import { mailRefund, refundEmail } from './mail.ts'
import { lockRefund, takeMoney } from './move.ts'
import { processedRefund } from './receipt.ts'
import { refunds } from './tables.ts'

const atOnce = 200

const Checked = z.object({ merchantId: z.string(), refundId: z.string(), mode: z.enum(['TEST', 'LIVE']) })
type Checked = z.infer<typeof Checked>
const checkRefund = defineJob('check-refund', Checked)

export const refundScheduledJobs = [
  scheduledJob({
    name: 'check-refunds',
    title: 'Refund check',
    every: '* * * * *',
    run: ({ write }, merchantId) => inPages(atOnce, () => write((context) => queueDue(context, merchantId))),
  }),
]

export const refundJobHandlers = [
  jobHandler({
    job: mailRefund,
    retry: mailRetry,
    async run(unitOfWork, key) {
      const found = await unitOfWork.write(({ tx }) => processedRefund(tx, key))
      if (found) await sendForBusiness(unitOfWork, key, (sender) => refundEmail(unitOfWork.config, sender, found))
    },
  }),
  jobHandler({
    job: checkRefund,
    async run({ config, write }, { merchantId, refundId: id, mode }) {
      const inMode = <T>(use: (context: Context) => Promise<T>) => write(use, mode)
      const key = { merchantId, id }
      const { status } = await inMode(async (context) => {
        const locked = await lockRefund(context.tx, key)
        return locked.refund.status === 'pending' ? takeMoney(context, locked) : locked.refund
      })
      if (status !== 'processing') return
      const outcome = await queryRefund({ mode, config, write: inMode }, key)
      // The processor may not know the refund, or not its account: requesting it again does not refund twice.
      if (outcome.kind === 'unknown' || outcome.kind === 'needs_account')
        await sendRefund({ mode, config, write: inMode }, key)
      else await inMode((context) => applyRefundOutcome(context, key, outcome))
    },
  }),
]

/** Enqueues a check of each refund of a payment that its processor is working on. */
export async function enqueueRefundChecks(
  { tx, mode }: Context,
  { merchantId, id }: { merchantId: string; id: string },
) {
  const open = await tx
    .select({ refundId: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.merchantId, merchantId), eq(refunds.paymentId, id), eq(refunds.status, 'processing')))
  for (const { refundId } of open) await enqueueJob(tx, checkRefund, { merchantId, refundId, mode }, { merchantId })
  return open.length
}

/** Enqueues due refunds and postpones the next check of each: the delay doubles every time, up to 15 minutes. */
async function queueDue({ tx, now }: Context, merchantId?: string): Promise<number> {
  const { rows } = await tx.$client.query<Checked>({
    name: 'refunds_due',
    text: `
      with due as (
        select merchant_id, id from refunds
        where check_at <= $1 and ($3::uuid is null or merchant_id = $3) order by check_at limit $2 for update skip locked
      ), put_off as (
        update refunds refund
        set checks = refund.checks + 1,
            check_at = $1::timestamptz + least(interval '30 seconds' * 2 ^ least(refund.checks, 5), interval '15 minutes')
        from due where refund.merchant_id = due.merchant_id and refund.id = due.id
        returning refund.merchant_id, refund.id
      )
      select put_off.merchant_id as "merchantId", put_off.id as "refundId", merchant.mode
      from put_off join merchants merchant on merchant.id = put_off.merchant_id`,
    values: [now, atOnce, merchantId],
  })
  for (const refund of rows) await enqueueJob(tx, checkRefund, refund, { merchantId: refund.merchantId })
  return rows.length
}
