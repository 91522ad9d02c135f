import { describeDeadline } from '@adire/contract/dispute-deadline.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import { continuedPages } from '../../jobs/continued-pages.ts'
import { type JobUnitOfWork, jobHandler } from '../../jobs/job-handler.ts'
import { inPages, processEach, scheduledJob } from '../../jobs/scheduled-job.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { findPaymentRecord } from '../payments/move.ts'
import { emitWebhookEvent } from '../webhooks/emit.ts'
import { archiveOldDisputes, nextArchiveAt } from './archive.ts'
import { processorDisputeJobHandlers, processorDisputeScheduledJob } from './check.ts'
import { listDisputeDetails } from './dispute-details.ts'
import {
  acceptOverdueDispute,
  type DisputeJob,
  enqueueReminder,
  type ReminderJob,
  remindOfDispute,
  sandboxChargeback,
  sandboxDecision,
} from './enqueue.ts'
import { collectReceivable, findDispute, holdMoney, lockDispute } from './move.ts'
import { openSandboxDispute } from './open.ts'
import { acceptAfterDeadline, decideDispute } from './respond.ts'
import { retrieveDispute } from './serialize.ts'

const batchSize = 200
/** Maximum number of pages in one run. */
const pagesAtOnce = 50

export const disputeJobHandlers = [
  ...processorDisputeJobHandlers,
  jobHandler({
    job: sandboxChargeback,
    run: ({ write }, key) =>
      write(async (context) => {
        await openSandboxDispute(context, key)
      }),
  }),
  jobHandler({
    job: sandboxDecision,
    run: ({ write }, { resolution, ...key }) =>
      write(async (context) => {
        const { status } = await findDispute(context.tx, key)
        if (status === 'awaiting_bank_feedback') await decideDispute(context, key, resolution, 'sandbox')
      }),
  }),
  jobHandler({
    job: remindOfDispute,
    run: ({ write }, { mode, ...key }) => write((context) => sendReminder(context, key), mode),
  }),
  jobHandler({
    job: acceptOverdueDispute,
    run: ({ write }, { mode, ...key }) => write((context) => acceptAfterDeadline(context, key), mode),
  }),
]

export const disputeScheduledJobs = [
  processorDisputeScheduledJob,
  scheduledJob({
    name: 'archive-disputes',
    title: 'Old disputes archived',
    every: '23 * * * *',
    nextAt: nextArchiveAt,
    run: ({ write }, merchantId) =>
      inPages(batchSize, () => write((context) => archiveOldDisputes(context, merchantId, batchSize))),
  }),
  scheduledJob({
    name: 'collect-for-disputes',
    title: 'Money held for disputes',
    every: '* * * * *',
    run: collectForDisputes(),
  }),
]

/** Collects page by page, because there may be money for the last disputes while the ones before them still wait. */
export function collectForDisputes({ maxPages = pagesAtOnce } = {}) {
  const inShortPages = continuedPages<Short>({ full: batchSize, maxPages })
  return async (unitOfWork: JobUnitOfWork, merchantId?: string): Promise<number> => {
    let looked = 0
    const failures: unknown[] = []
    await inShortPages(merchantId, async (last) => {
      const short = await unitOfWork.write((context) => findShort(context, merchantId, last))
      looked += short.length
      await processEach(short, (one) => collectFor(unitOfWork, one)).catch((error) => failures.push(error))
      return short
    })
    if (failures.length > 0) throw failures[0]
    return looked
  }
}

const collectFor = async (unitOfWork: JobUnitOfWork, { mode, merchantId, id }: Short): Promise<void> =>
  (await unitOfWork.of(merchantId)).write(async (context) => {
    const { dispute } = await lockDispute(context.tx, { merchantId, id })
    if (dispute.resolvedAt) await collectReceivable(context, dispute)
    else await holdMoney(context, dispute)
  }, mode)

async function sendReminder(
  context: Context,
  { dueAt, ...key }: Omit<z.infer<typeof ReminderJob>, 'mode'>,
): Promise<void> {
  const dispute = await findDispute(context.tx, key)
  if (dispute.status !== 'awaiting_merchant_feedback' || dispute.dueAt <= context.now) return
  if (dueAt !== undefined && dueAt !== dispute.dueAt.toISOString()) return
  const payment = await findPaymentRecord(context.tx, { merchantId: dispute.merchantId, id: dispute.paymentId })
  await sendNotification(context, dispute.merchantId, {
    kind: 'dispute',
    title: `Dispute over ${formatNaira(dispute.amountKobo)}: response needed`,
    text: `${describeDeadline(dispute.dueAt, context.now)}, or the dispute is accepted automatically.`,
    path: `/transactions/disputes/${dispute.id}`,
    rows: listDisputeDetails(dispute, payment),
  })
  await emitWebhookEvent(context, key.merchantId, 'dispute.reminder', ({ tx }) => retrieveDispute(tx, key))
  await enqueueReminder(context, dispute)
}

type Short = z.infer<typeof DisputeJob> & { createdAt: Date }

/** Disputes for which more money must be held or collected, oldest first, after a given one. */
async function findShort({ tx }: Context, merchantId?: string, after?: Short): Promise<Short[]> {
  const { rows } = await tx.$client.query<Short>({
    name: 'disputes_short',
    text: `select dispute.merchant_id as "merchantId", dispute.id, merchant.mode, dispute.created_at as "createdAt"
           from disputes dispute join merchants merchant on merchant.id = dispute.merchant_id
           where (dispute.owed_kobo > 0 or (dispute.resolved_at is null and dispute.held_kobo < dispute.amount_kobo))
             and ($2::uuid is null or dispute.merchant_id = $2)
             and ($3::timestamptz is null or (dispute.created_at, dispute.id) > ($3, $4::uuid))
           order by dispute.created_at, dispute.id limit $1`,
    values: [batchSize, merchantId, after?.createdAt, after?.id],
  })
  return rows
}
