import type { RefundStatus } from '@adire/contract/refunds-schemas.ts'
import { and, eq, inArray } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import { takeDueRows } from '../../jobs/due-rows.ts'
import { jobHandler, mailRetry } from '../../jobs/job-handler.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { inPages, scheduledJob } from '../../jobs/scheduled-job.ts'
import { sendForBusiness } from '../customer-emails/customer-emails.ts'
import {
  applyLateOutcome,
  applyRefundOutcome,
  applyWaitingOutcome,
  heldCheckMs,
  queryRefund,
  sendRefund,
} from './apply-outcome.ts'
import { applyLateReturn, applyLateSuccess } from './late-refund.ts'
import { mailRefund, refundEmail } from './mail.ts'
import { lockRefund, takeMoney } from './move.ts'
import { findProcessedRefund } from './receipt.ts'
import { refunds } from './tables.ts'

const batchSize = 200

const Checked = z.object({ merchantId: z.string(), refundId: z.string(), mode: z.enum(['TEST', 'LIVE']) })
type Checked = z.infer<typeof Checked>
const checkRefund = defineJob('check-refund', Checked)

export const refundScheduledJobs = [
  scheduledJob({
    name: 'check-refunds',
    title: 'Refund check',
    every: '* * * * *',
    run: ({ write }, merchantId) => inPages(batchSize, () => write((context) => queueDue(context, merchantId))),
  }),
]

export const refundJobHandlers = [
  jobHandler({
    job: mailRefund,
    retry: mailRetry,
    async run(unitOfWork, key) {
      const found = await unitOfWork.write(({ tx }) => findProcessedRefund(tx, key))
      if (found) await sendForBusiness(unitOfWork, key, (sender) => refundEmail(unitOfWork.config, sender, found))
    },
  }),
  jobHandler({
    job: checkRefund,
    groupOf: ({ merchantId }) => merchantId,
    async run({ config, write }, { merchantId, refundId: id, mode }) {
      const inMode = <T>(use: (context: Context) => Promise<T>) => write(use, mode)
      const key = { merchantId, id }
      const { status, paidLateAt } = await inMode(async (context) => {
        const locked = await lockRefund(context.tx, key)
        return locked.refund.status === 'pending' ? takeMoney(context, locked) : locked.refund
      })
      if (status === 'pending' && !paidLateAt) return
      const outcome = await queryRefund({ mode, config, write: inMode }, key)
      if (status === 'pending') return inMode((context) => applyLateReturn(context, key, outcome))
      if (status === 'processed') return inMode((context) => applyLateOutcome(context, key, outcome))
      if (status === 'failed') return inMode((context) => applyLateSuccess(context, key, outcome))
      if (status === 'needs_attention') return inMode((context) => applyWaitingOutcome(context, key, outcome))
      // The processor may not know the refund, or not the account to pay it to. Requesting it again does not refund twice.
      if (outcome.kind === 'unknown' || outcome.kind === 'needs_account')
        await sendRefund({ mode, config, write: inMode }, key)
      else await inMode((context) => applyRefundOutcome(context, key, outcome))
    },
  }),
]

/** Statuses in which a processor may still change a refund: one that was made may come back, and one that failed may be paid. */
const changeableStatuses: readonly RefundStatus[] = ['processing', 'needs_attention', 'processed', 'failed']

/** Enqueues a check of each refund of a payment that has one of the statuses. Returns their number. */
export async function enqueueRefundChecks(
  { tx, mode }: Context,
  { merchantId, id }: { merchantId: string; id: string },
  statuses: readonly RefundStatus[] = changeableStatuses,
): Promise<number> {
  const open = await tx
    .select({ refundId: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.merchantId, merchantId), eq(refunds.paymentId, id), inArray(refunds.status, statuses)))
  for (const { refundId } of open) await enqueueJob(tx, checkRefund, { merchantId, refundId, mode }, { merchantId })
  return open.length
}

/** Enqueues a check of the refunds with these references, if they have one of the statuses. Returns their number. */
export async function enqueueChecksOfRefunds(
  { tx, mode }: Context,
  references: readonly string[],
  statuses: readonly RefundStatus[] = changeableStatuses,
): Promise<number> {
  if (references.length === 0) return 0
  const found = await tx
    .select({ merchantId: refunds.merchantId, refundId: refunds.id })
    .from(refunds)
    .where(and(inArray(refunds.reference, references), inArray(refunds.status, statuses)))
  for (const refund of found) await enqueueJob(tx, checkRefund, { ...refund, mode }, { merchantId: refund.merchantId })
  return found.length
}

/**
 * Enqueues due refunds and postpones the next check of each: the delay doubles every time, up to 15 minutes. One that waits for an account is
 * checked every `heldCheckMs`.
 */
async function queueDue({ tx, now }: Context, merchantId?: string): Promise<number> {
  const find = {
    name: 'refunds_due',
    text: `select merchant_id as "merchantId", id from refunds
           where check_at <= $1 and ($3::uuid is null or merchant_id = $3) order by check_at limit $2`,
    values: [now, batchSize, merchantId],
  }
  const { rows, count } = await takeDueRows(tx, find, (ofMerchant, ids) =>
    tx.$client.query<Checked>({
      name: 'refunds_put_off',
      text: `
        with due as (
          select id, $2::timestamptz + case status when 'needs_attention' then interval '${heldCheckMs} milliseconds'
                   else least(interval '30 seconds' * 2 ^ least(checks, 5), interval '15 minutes') end as later
          from refunds where merchant_id = $1 and id = any($3) and check_at <= $2 for update skip locked
        ), put_off as (
          update refunds refund set checks = refund.checks + 1, check_at = due.later
          from due where refund.merchant_id = $1 and refund.id = due.id
          returning refund.id
        )
        select merchant.id as "merchantId", put_off.id as "refundId", merchant.mode
        from put_off join merchants merchant on merchant.id = $1`,
      values: [ofMerchant, now, ids],
    }),
  )
  for (const refund of rows) await enqueueJob(tx, checkRefund, refund, { merchantId: refund.merchantId })
  return count
}
