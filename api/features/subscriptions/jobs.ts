import { and, asc, eq, isNotNull, lte, min, sql } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { type JobUnitOfWork, jobHandler, mailRetry } from '../../jobs/job-handler.ts'
import { scheduledJob } from '../../jobs/scheduled-job.ts'
import { sendForBusiness } from '../customer-emails/customer-emails.ts'
import { mandateStatusChanged } from '../direct-debit/enqueue.ts'
import { handleMandateChange } from './account.ts'
import { chargeSubscription } from './charge.ts'
import { mailSubscription } from './emails/enqueue.ts'
import { findForEmail } from './emails/find.ts'
import { subscriptionEmail } from './emails/subscription-email.ts'
import { mailExpiringCards, nextWarning } from './expiring.ts'
import { mailSubscribers, nextSubscribers } from './mail-subscribers.ts'
import { ofSubscription } from './move.ts'
import { mailNotices, nextNotice } from './notices.ts'
import { processDueSubscriptions } from './renew.ts'
import { subscriptions } from './tables.ts'

/** Page size. It bounds the memory of a run, however many subscriptions are due. */
const pageSize = 100
/** Subscriptions of a business that one transaction processes. */
const batchSize = 8
/** Charges that wait for processors at once: the next batch is processed when there is room for it. */
export const chargesAtOnce = 16
/** Maximum number per run; the next run continues. */
const maxPerRun = 5_000
/** Delay after a renewal throws, so that it does not block the others and is tried again: as long as it has been due, within these limits. */
const [shortestPostpone, longestPostpone] = ['10 minutes', '3 hours']

interface Due {
  merchantId: string
  id: string
  dueAt: Date
}

/** Renews due subscriptions of one merchant or of all. Returns the number processed. Idempotent, and safe to run concurrently. */
export async function renewDue(unitOfWork: JobUnitOfWork, merchantId?: string): Promise<number> {
  const run: Run = { unitOfWork, charges: new Set(), failures: [] }
  let done = 0
  let after: Due | undefined
  while (done < maxPerRun) {
    const page = await unitOfWork.write(({ tx, now }) => selectDue(tx, now, merchantId, after))
    for (const [id, ofBusiness] of Map.groupBy(page, (one) => one.merchantId))
      await renewOfBusiness(run, await unitOfWork.of(id), ofBusiness)
    done += page.length
    after = page.at(-1)
    if (page.length < pageSize) break
  }
  await Promise.all(run.charges)
  if (run.failures.length > 0) throw run.failures[0]
  return done
}

interface Run {
  unitOfWork: JobUnitOfWork
  /** Charges whose outcome is not stored yet. */
  charges: Set<Promise<void>>
  failures: unknown[]
}

/** Renews subscriptions of one business on its clock, which may be ahead of the wall clock. */
async function renewOfBusiness(run: Run, business: JobUnitOfWork, page: Due[]): Promise<void> {
  for (let from = 0; from < page.length; from += batchSize) {
    const batch = page.slice(from, from + batchSize)
    while (run.charges.size > chargesAtOnce - batch.length) await Promise.race(run.charges)
    try {
      await renewBatch(run, business, batch)
    } catch {
      // One that fails must not stop the others, so each gets a transaction of its own.
      for (const one of batch) await renewAlone(run, business, one)
    }
  }
}

async function renewBatch({ charges, failures }: Run, business: JobUnitOfWork, batch: Due[]): Promise<void> {
  const { merchantId } = batch[0]!
  const ids = batch.map(({ id }) => id)
  for (const charge of await business.write((context) => processDueSubscriptions(context, { merchantId, ids }))) {
    const pending = chargeSubscription(business, charge).then(
      () => void charges.delete(pending),
      (error) => {
        failures.push(error)
        charges.delete(pending)
      },
    )
    charges.add(pending)
  }
}

const renewAlone = (run: Run, business: JobUnitOfWork, one: Due): Promise<void> =>
  renewBatch(run, business, [one]).catch(async (error) => {
    run.failures.push(error)
    await postponeRenewal(business, one)
  })

async function nextRenewal(tx: Tx, merchantId: string): Promise<Date | undefined> {
  const [next] = await tx
    .select({ at: min(subscriptions.dueAt) })
    .from(subscriptions)
    .where(and(eq(subscriptions.merchantId, merchantId), isNotNull(subscriptions.dueAt)))
  return next?.at ?? undefined
}

const selectDue = (tx: Tx, now: Date, merchantId: string | undefined, after: Due | undefined): Promise<Due[]> =>
  tx
    .select({
      merchantId: subscriptions.merchantId,
      id: subscriptions.id,
      dueAt: sql<Date>`${subscriptions.dueAt}`.mapWith(subscriptions.dueAt),
    })
    .from(subscriptions)
    .where(
      and(
        lte(subscriptions.dueAt, now),
        merchantId ? eq(subscriptions.merchantId, merchantId) : undefined,
        after &&
          sql`(${subscriptions.dueAt}, ${subscriptions.merchantId}, ${subscriptions.id}) > (${after.dueAt.toISOString()}::timestamptz, ${after.merchantId}::uuid, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(subscriptions.dueAt), asc(subscriptions.merchantId), asc(subscriptions.id))
    .limit(pageSize)

/** When a due charge was due first, or earlier. */
const dueSince = sql`case when ${subscriptions.openInvoiceId} is null then ${subscriptions.periodEndsAt} else ${subscriptions.periodStartsAt} end`

const postponeRenewal = ({ write }: JobUnitOfWork, { merchantId, id }: Due) =>
  write(async ({ tx, now }) => {
    const at = sql`${now.toISOString()}::timestamptz`
    await tx
      .update(subscriptions)
      .set({ dueAt: sql`${at} + least(greatest(${at} - ${dueSince}, ${shortestPostpone}), ${longestPostpone})` })
      .where(and(ofSubscription({ merchantId, id }), lte(subscriptions.dueAt, now)))
  })

export { mailSubscribers }

export const subscriptionJobHandlers = [
  jobHandler({
    job: mandateStatusChanged,
    run: ({ write }, key) => write((context) => handleMandateChange(context, key)),
  }),
  jobHandler({
    job: mailSubscription,
    retry: mailRetry,
    async run(unitOfWork, { template, ...key }) {
      const found = await unitOfWork.write(({ tx }) => findForEmail(tx, key, unitOfWork.config))
      // A planned change may have started, or been cancelled, while the email waited.
      const isCurrent = template !== 'plan_change_planned' || found?.next
      if (found && isCurrent)
        await sendForBusiness(unitOfWork, key, (sender) =>
          subscriptionEmail(unitOfWork.config, sender, found, template),
        )
    },
  }),
  jobHandler({
    job: mailSubscribers,
    retry: mailRetry,
    run: ({ write }, payload) => write((context) => nextSubscribers(context, payload)),
  }),
]

export const subscriptionScheduledJobs = [
  scheduledJob({
    name: 'renew-subscriptions',
    title: 'Subscriptions renewed, retried or ended',
    every: '* * * * *',
    nextAt: nextRenewal,
    run: renewDue,
  }),
  scheduledJob({
    name: 'notify-of-charges',
    title: 'Charge notices sent',
    every: '* * * * *',
    nextAt: nextNotice,
    run: mailNotices,
  }),
  scheduledJob({
    name: 'warn-of-expiring-cards',
    title: 'Card expiry notices sent',
    every: '*/15 * * * *',
    nextAt: nextWarning,
    run: mailExpiringCards,
  }),
]
