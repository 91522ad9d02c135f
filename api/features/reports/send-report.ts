import { dayMs } from '@adire/contract/durations.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { EmailMessage } from '../../emails/mail.ts'
import { announceTopic } from '../../jobs/announce.ts'
import { merchants } from '../merchants/tables.ts'
import { findRecipient } from './recipients.ts'
import { writeReportMail } from './report-mail.ts'
import { notifyOfFailure } from './runs.ts'
import type { RunRecord } from './serialize.ts'
import { reportRuns } from './tables.ts'

/** Time during which an email is tried again. */
const tryMs = dayMs

interface Delivery {
  merchantId: string
  runId: string
  userId: string
}

const isRun = (merchantId: string, id: string) => and(eq(reportRuns.merchantId, merchantId), eq(reportRuns.id, id))

/** The report, locked, while this recipient waits for it. */
async function lockWaitingRun(
  { tx }: Context,
  { merchantId, runId, userId }: Delivery,
): Promise<RunRecord | undefined> {
  const [run] = await tx.select().from(reportRuns).where(isRun(merchantId, runId)).for('update')
  return run?.waitingIds.includes(userId) ? run : undefined
}

/** The email to send. Undefined if the recipient has it already, or may not get it any more. */
export async function prepareReportMail(context: Context, delivery: Delivery): Promise<EmailMessage | undefined> {
  const { merchantId, userId } = delivery
  const run = await lockWaitingRun(context, delivery)
  if (!run) return undefined
  const recipient = await findRecipient(context.tx, merchantId, userId)
  if (!recipient) {
    await endDelivery(context, delivery, { failure: 'A recipient is no longer a member of the business.' })
    return undefined
  }
  const [business] = await context.tx
    .select({ name: merchants.businessName })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
  return writeReportMail(context, { run, to: recipient.email, businessName: business!.name })
}

/** Records that the recipient has the email, or will not get it. */
export async function endDelivery(
  context: Context,
  { merchantId, runId, userId }: Delivery,
  { failure }: { failure?: string } = {},
): Promise<void> {
  const rest = sql`array_remove(${reportRuns.waitingIds}, ${userId}::uuid)`
  await context.tx
    .update(reportRuns)
    .set({
      waitingIds: rest,
      ...(failure === undefined
        ? {
            delivered: sql`${reportRuns.delivered} + 1`,
            failure: sql`case when cardinality(${rest}) > 0 then ${reportRuns.failure} end`,
          }
        : { failure }),
    })
    .where(and(isRun(merchantId, runId), sql`${userId}::uuid = any(${reportRuns.waitingIds})`))
  await announceTopic(context.tx, merchantId, 'account')
}

/**
 * Records that the mail server did not accept the email. Returns whether it is tried again; after a day it is not, and the members are
 * notified.
 */
export async function recordMailFailure(context: Context, delivery: Delivery): Promise<boolean> {
  const run = await lockWaitingRun(context, delivery)
  if (!run) return false
  if (context.realNow.getTime() - run.requestedAt.getTime() < tryMs) {
    const failure = 'The mail server has not accepted an email yet. We try again for a day.'
    if (run.failure !== failure) {
      await context.tx.update(reportRuns).set({ failure }).where(isRun(run.merchantId, run.id))
      await announceTopic(context.tx, run.merchantId, 'account')
    }
    return true
  }
  const failure = 'The mail server did not accept an email for a day.'
  await endDelivery(context, delivery, { failure })
  await notifyOfFailure(context, run, `${failure} Open the report under Settlements, Reports.`)
  return false
}
