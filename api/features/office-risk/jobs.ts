import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import { takeDueRows } from '../../jobs/due-rows.ts'
import { jobHandler } from '../../jobs/job-handler.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { isActiveWith } from '../staff/active.ts'
import { mailStaff } from '../staff/jobs.ts'
import { staff } from '../staff/tables.ts'

/** Alerts that one email names; it tells the number of the others. */
const named = 10
const maxAlerts = 500

export const officeRiskJobHandlers = [
  jobHandler({
    job: defineJob('mail-risk-alerts', z.object({})),
    every: '*/15 * * * *',
    run: ({ write }) => write(mailNewAlerts),
  }),
]

const isNew = `mailed_at is null and status = 'open' and mode = 'LIVE'`

const newText = `select merchant_id as "merchantId", id from risk_alerts where ${isNew} order by id limit $1`

const mailedText = `
  with due as (
    select id from risk_alerts where merchant_id = $1 and id = any($2) and ${isNew} for update skip locked
  )
  update risk_alerts alert set mailed_at = $3 from due, merchants business
  where alert.merchant_id = $1 and alert.id = due.id and business.id = $1
  returning alert.title, business.business_name as business, alert.times, alert.stopped`

interface NewAlert {
  title: string
  business: string
  times: number
  stopped: number
}

/**
 * Emails the new alerts of live businesses to the people who look after risk: one email for all of them. An alert is emailed once; its
 * repetitions count under it. The email has no data of payers.
 */
async function mailNewAlerts({ tx, realNow }: Context): Promise<void> {
  const { rows: alerts } = await takeDueRows(
    tx,
    { name: 'risk_alerts_new', text: newText, values: [maxAlerts] },
    (merchantId, ids) =>
      tx.$client.query<NewAlert>({ name: 'risk_alerts_mailed', text: mailedText, values: [merchantId, ids, realNow] }),
  )
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
