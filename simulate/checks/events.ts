import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { asOneClient } from '../../api/database/one-client.ts'
import { type FiledMail, mailFolder } from '../../api/emails/deliver.ts'
import { minuteMs } from '../../contract/durations.ts'
import { assertSame, assertThat, type SimulationScene } from '../action.ts'
import { isSigned } from '../receiver.ts'

const paid = `('success', 'partially_refunded', 'refunded', 'reversed')`

/** Expected number of events by business and type, from the stored objects. */
const due = `
  select merchant.id, event.type, event.times::int from merchants merchant cross join lateral (
    select 'charge.success' as type, count(*) as times from payments
      where merchant_id = merchant.id and status in ${paid} and not is_card_check
    union all select 'charge.failed', count(*) from payments
      where merchant_id = merchant.id and status = 'failed' and not is_card_check
    union all select 'refund.processed', count(*) from timeline_events done join payments payment
      on payment.merchant_id = done.merchant_id and payment.id = done.subject_id
      where done.merchant_id = merchant.id and done.kind = 'refund_processed' and not payment.is_card_check
    union all select 'refund.pending', count(*) from refunds refund join payments payment
      on payment.merchant_id = refund.merchant_id and payment.id = refund.payment_id
      where refund.merchant_id = merchant.id and not payment.is_card_check
    union all select 'refund.failed', count(*) filter (where status = 'failed') + count(paid_late_at)
      from refunds where merchant_id = merchant.id
    union all select 'dispute.created', count(*) from disputes where merchant_id = merchant.id
    union all select 'settlement.created', count(*) from settlements where merchant_id = merchant.id
    union all select 'settlement.paid', count(*) from settlements
      where merchant_id = merchant.id and status = 'success'
    union all select 'settlement.failed', count(*) from payouts payout join settlements settlement
      on settlement.merchant_id = payout.merchant_id and settlement.id = payout.settlement_id
      where payout.merchant_id = merchant.id and payout.status = 'returned'
    union all select 'debit.success', count(*) from mandate_debits where merchant_id = merchant.id and status = 'success'
    union all select 'plan.created', count(*) from plans where merchant_id = merchant.id
    union all select 'mandate.created', count(*) from mandates where merchant_id = merchant.id
  ) event`

/** Exactly one event for each change, even after crashes. A refund that is paid late is pending again only if it has to wait for its balance. */
export async function checkEvents({ model }: SimulationScene, db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ id: string; type: string; times: number }>(due)
  const { rows: late } = await db.query<{ id: string; times: number }>(
    'select merchant_id as id, count(*)::int as times from refunds where paid_late_at is not null group by 1',
  )
  const { rows: seen } = await db.query<{ id: string; merchantId: string; type: string }>(
    'select id, merchant_id as "merchantId", type from webhook_events',
  )
  for (const { id, ...event } of seen) model.events.set(id, event)
  const emitted = [...model.events.values()]
  for (const { user, name } of model.businesses)
    for (const { type, times } of rows.filter(({ id }) => id === user.merchantId)) {
      const told = emitted.filter((one) => one.merchantId === user.merchantId && one.type === type).length
      const waits = type === 'refund.pending' ? (late.find(({ id }) => id === user.merchantId)?.times ?? 0) : 0
      assertThat(
        'events',
        told >= times && told <= times + waits,
        () => `How often ${name} was told of ${type} is ${told}, not ${times}`,
      )
    }
}

/** All events are delivered with a valid signature, once the receiver is up and the retries are done. */
export async function checkDeliveries(scene: SimulationScene, db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ state: string; type: string; times: number }>(
    `select state, min(type) as type, count(*)::int as times from webhook_deliveries where state <> 'delivered' group by 1`,
  )
  assertThat(
    'deliveries',
    rows.length === 0,
    () => `${rows[0]!.times} deliveries such as ${rows[0]!.type} are ${rows[0]!.state}`,
  )
  const { rows: events } = await db.query<{ id: string }>(
    `select 'evt_' || replace(event.id::text, '-', '') as id from webhook_events event
     join webhook_deliveries delivery on delivery.merchant_id = event.merchant_id and delivery.event_id = event.id`,
  )
  const received = new Set(scene.receiver.received.map(({ id }) => id))
  assertSame(
    'deliveries',
    'Events that are delivered and nobody heard',
    events.filter(({ id }) => !received.has(id)).length,
    0,
  )
  const secrets = scene.model.businesses.flatMap((business) => business.secrets.map(({ secret }) => secret))
  const unsigned = scene.receiver.received.filter((one) => !isSigned(one, secrets))
  assertSame('deliveries', 'Deliveries with a wrong signature', unsigned.length, 0)
}

const lateMs = 10 * minuteMs

/** Attempts are made when they are due, and not only by the recovery job for lost attempts. */
export async function checkAttemptsInTime({ environment }: SimulationScene): Promise<void> {
  const late = await asOneClient(environment.databaseUrl, async (db) => {
    const { rows } = await db.query<{ type: string; dueAt: Date }>(
      `select type, next_attempt_at as "dueAt" from webhook_deliveries where state = 'waiting' and next_attempt_at < $1 limit 1`,
      [new Date(environment.now().getTime() - lateMs)],
    )
    return rows[0]
  })
  assertThat(
    'deliveries',
    !late,
    () => `A delivery of ${late!.type} that was due at ${late!.dueAt.toISOString()} still waits`,
  )
}

/** Each payer gets an email for each payment and each refund; exactly one if nothing was interrupted. */
export async function checkEmails(scene: SimulationScene, db: pg.Client, isUndisturbed: boolean): Promise<void> {
  const folder = mailFolder(scene.environment.runtime.config)
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))
  const filed = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as FiledMail),
  )
  const { rows } = await db.query<{ email: string; reference: string }>(
    `select customer_email as email, reference from payments where status in ${paid} and not is_card_check`,
  )
  for (const { email, reference } of rows) {
    const times = filed.filter(
      ({ to, text, subject }) =>
        to === email && /^(\[Test\] )?Your payment of/.test(subject) && text.includes(reference),
    ).length
    assertThat('mail', times > 0, () => 'A payer has no receipt')
    if (isUndisturbed) assertSame('mail', 'Receipts of one payment', times, 1)
  }
  const { rows: back } = await db.query<{ email: string; reference: string }>(
    `select payment.customer_email as email, refund.reference from refunds refund
     join payments payment on payment.merchant_id = refund.merchant_id and payment.id = refund.payment_id
     where refund.status = 'processed'`,
  )
  for (const { email, reference } of back) {
    const times = filed.filter(
      ({ to, text, subject }) => to === email && / refunded /.test(subject) && text.includes(reference),
    )
    assertThat('mail', times.length > 0, () => 'A payer is not told of a refund')
    // The payer is told again of one that came back.
    const max = scene.model.changedRefunds.has(reference) ? 2 : 1
    if (isUndisturbed)
      assertThat('mail', times.length <= max, () => `A payer is told ${times.length} times of a refund`)
  }
}

/** No due job is left, and no job failed for good. */
export async function checkJobs({ queue, environment }: SimulationScene, db: pg.Client): Promise<void> {
  assertThat('jobs', queue.dead.length === 0, () => `A job was given up: ${queue.dead[0]}`)
  const { rows } = await db.query<{ job: string; late: number }>(
    `select min(job) as job, count(*)::int as late from outbox where run_at <= $1`,
    [environment.now()],
  )
  const { rows: failedJobs } = await db.query<{ job: string; error: string }>(
    'select job, error from failed_jobs where resolved_at is null',
  )
  assertThat(
    'jobs',
    failedJobs.length === 0,
    () => `The job ${failedJobs[0]!.job} was set aside: ${failedJobs[0]!.error}`,
  )
  assertSame('jobs', `Jobs such as ${rows[0]!.job} that are due and not done`, rows[0]!.late, 0)
}
