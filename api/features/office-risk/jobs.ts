import { and, eq, isNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import { jobHandler } from '../../jobs/job-handler.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { merchants } from '../merchants/tables.ts'
import { riskAlerts } from '../risk/tables.ts'
import { isActiveWith } from '../staff/active.ts'
import { mailStaff } from '../staff/jobs.ts'
import { staff } from '../staff/tables.ts'

/** Alerts that one email names; it tells the number of the others. */
const named = 10
const mostAlerts = 500

export const officeRiskJobHandlers = [
  jobHandler({
    job: defineJob('mail-risk-alerts', z.object({})),
    every: '*/15 * * * *',
    run: ({ write }) => write(mailNewAlerts),
  }),
]

/**
 * Emails the new alerts of live businesses to the people who look after risk: one email for all of them. An alert is emailed once; its
 * repetitions count under it. The email has no data of payers.
 */
async function mailNewAlerts({ tx, realNow }: Context): Promise<void> {
  const isNew = and(isNull(riskAlerts.mailedAt), eq(riskAlerts.status, 'open'), eq(riskAlerts.mode, 'LIVE'))
  const newAlerts = tx
    .select({ merchantId: riskAlerts.merchantId, id: riskAlerts.id })
    .from(riskAlerts)
    .where(isNew)
    .limit(mostAlerts)
    .for('update', { skipLocked: true })
  const alerts = await tx
    .update(riskAlerts)
    .set({ mailedAt: realNow })
    .from(merchants)
    .where(
      and(eq(merchants.id, riskAlerts.merchantId), sql`(${riskAlerts.merchantId}, ${riskAlerts.id}) in ${newAlerts}`),
    )
    .returning({
      title: riskAlerts.title,
      business: merchants.businessName,
      times: riskAlerts.times,
      stopped: riskAlerts.stopped,
    })
  if (alerts.length === 0) return
  const others = alerts.length - named
  const people = await tx.select({ id: staff.id }).from(staff).where(isActiveWith('risk.manage'))
  for (const { id: staffId } of people)
    await enqueueJob(tx, mailStaff, {
      staffId,
      subject: alerts.length === 1 ? 'A new risk alert' : `${alerts.length} new risk alerts`,
      text:
        others > 0 ? `These, and ${others} more, wait for somebody to look at them.` : 'Somebody should look at them.',
      rows: alerts
        .slice(0, named)
        .map(({ title, business, times, stopped }): [string, string] => [
          title,
          `${business}: ${times === 1 ? '1 payment' : `${times} payments`}, ${stopped} stopped`,
        ]),
      action: { label: 'See the alerts', path: '/risk' },
    })
}
