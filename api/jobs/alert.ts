import { hourMs } from '@adire/contract/durations.ts'
import { eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Tx } from '../database/connect.ts'
import { deliverEmail } from '../emails/deliver.ts'
import { type EmailMessage, renderEmail } from '../emails/mail.ts'
import type { Runtime } from '../runtime.ts'
import { lateAfterSeconds, type QueueStatus, readQueueStatus } from './queue-status.ts'
import { failedJobs, jobAlerts } from './tables.ts'

/** Id of the only row of `job_alerts`. */
const alertId = 1
/** Minimum time between two emails about jobs, in ms, however many fail. */
const quietMs = hourMs
/** Time until the next attempt, in ms, after an email failed or its process stopped. */
const retryMs = 300_000
const namedJobs = 10

/**
 * Emails the operator when jobs have failed for good since the last email, or wait too long. Sent directly, not as a job: a
 * job would wait in the queue it reports on, and its failure would be another dead job. The state is stored after sending,
 * so if the process stops in between, another one sends the email.
 * @throws the error of the mail server; the email is attempted again after `retryMs`
 */
export async function alertOperator({ database, config, clock }: Runtime): Promise<void> {
  const now = clock()
  const alert = await database.write((tx) => claimAlert(tx, config, now))
  if (!alert) return
  await deliverEmail(config, alert.mail, now)
  const sent = { nextAt: new Date(now.getTime() + quietMs), alertedUpTo: alert.alertedUpTo }
  await database.write((tx) => tx.update(jobAlerts).set(sent).where(eq(jobAlerts.id, alertId)))
}

/** The email to send; undefined if there is nothing new, or another process is sending it. */
async function claimAlert(
  tx: Tx,
  config: Context['config'],
  now: Date,
): Promise<{ mail: EmailMessage; alertedUpTo: number } | undefined> {
  await tx.execute(
    sql`insert into job_alerts (id, next_at, alerted_up_to) values (${alertId}, '-infinity', 0) on conflict do nothing`,
  )
  const { rows } = await tx.$client.query<{ alertedUpTo: string; newest: string | null }>(
    `select alerted_up_to as "alertedUpTo", (select max(id) from failed_jobs where resolved_at is null) as newest
     from job_alerts where id = $1 and next_at <= $2 for update skip locked`,
    [alertId, now],
  )
  if (!rows[0]) return undefined
  const [lastAlertedId, newest] = [Number(rows[0].alertedUpTo), Number(rows[0].newest ?? 0)]
  const queueStatus = await readQueueStatus(tx, now)
  if (newest <= lastAlertedId && queueStatus.oldestDueSeconds <= lateAfterSeconds) return undefined
  const nextAt = new Date(now.getTime() + retryMs)
  await tx.update(jobAlerts).set({ nextAt }).where(eq(jobAlerts.id, alertId))
  const mail = alertMail(config, queueStatus, await failedByJob(tx))
  return { mail, alertedUpTo: Math.max(newest, lastAlertedId) }
}

type Counted = { job: string; state: string; jobs: number }

const failedByJob = (tx: Tx): Promise<Counted[]> =>
  tx
    .select({ job: failedJobs.job, state: failedJobs.state, jobs: sql<number>`count(*)::int` })
    .from(failedJobs)
    .where(isNull(failedJobs.resolvedAt))
    .groupBy(failedJobs.job, failedJobs.state)
    .orderBy(sql`3 desc`, failedJobs.job)
    .limit(namedJobs)

/** Contains only names and numbers of jobs, no payloads: emails may pass through other companies' servers. */
function alertMail(config: Context['config'], queueStatus: QueueStatus, failed: readonly Counted[]): EmailMessage {
  const { oldestDueSeconds, quarantined, dead } = queueStatus
  const isLate = oldestDueSeconds > lateAfterSeconds
  const waiting = quarantined + dead
  return renderEmail(config, {
    to: config.operatorEmail,
    subject: isLate ? 'Background jobs are stuck' : 'Background jobs have failed',
    heading: isLate ? 'Background jobs are stuck' : 'Background jobs have failed',
    paragraphs: [
      ...(isLate
        ? [`The oldest job that is due has waited ${Math.round(oldestDueSeconds / 60)} minutes. Look at the log.`]
        : []),
      ...(waiting > 0
        ? [
            `Jobs that failed for good: ${waiting}. They are not attempted again until you retry them.`,
            'Run "npm run operator -- jobs list" to see why, then retry or discard them.',
          ]
        : []),
    ],
    rows: failed.map(({ job, state, jobs }) => [`${job} (${state})`, String(jobs)] as const),
    closing: 'You get at most one such email an hour.',
  })
}
