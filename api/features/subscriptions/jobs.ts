import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { listDueBusinesses, nextDue } from '../../jobs/each-due.ts'
import { type JobUnitOfWork, jobHandler, mailRetry } from '../../jobs/job-handler.ts'
import { type IsOver, oneSlice, openRoundRobin } from '../../jobs/round-robin.ts'
import { scheduledJob } from '../../jobs/scheduled-job.ts'
import { sendForBusiness } from '../customer-emails/customer-emails.ts'
import { mandateStatusChanged } from '../direct-debit/enqueue.ts'
import { handleMandateChange } from './account.ts'
import { chargeSubscription } from './charge.ts'
import { mailSubscription, mailSubscriptionNotice } from './emails/enqueue.ts'
import { findForEmail } from './emails/find.ts'
import { subscriptionEmail } from './emails/subscription-email.ts'
import { mailExpiringCards, nextWarning } from './expiring.ts'
import { deliverDebitNotice } from './mail-notice.ts'
import { mailSubscribers, nextSubscribers } from './mail-subscribers.ts'
import { ofSubscription } from './move.ts'
import { mailNotices, nextNotice } from './notices.ts'
import { processDueSubscriptions } from './renew.ts'
import { subscriptions } from './tables.ts'

/** Page size. It bounds the memory of a slice, however many subscriptions are due. */
const pageSize = 100
/** Subscriptions of a business that one transaction processes. */
const batchSize = 8
/** Charges of a business that wait for processors at once: the next batch is processed when there is room for it. */
export const chargesAtOnce = 16
/** Delay after a renewal throws, so that it does not block the others and is tried again: as long as it has been due, within these limits. */
const [shortestPostpone, longestPostpone] = ['10 minutes', '3 hours']

interface Due {
  merchantId: string
  id: string
  dueAt: Date
}

const dueCharges = { table: subscriptions, at: subscriptions.dueAt }
const nextRenewal = nextDue(dueCharges)
const roundRobin = openRoundRobin()

/**
 * Renews due subscriptions of one merchant, or of all in slices. Returns the number processed. Idempotent, and safe to run concurrently.
 * @throws the first failure, after all are processed
 */
export async function renewDue(unitOfWork: JobUnitOfWork, merchantId?: string): Promise<number> {
  const failures: unknown[] = []
  const after = new Map<string, Due>()
  let done = 0
  const runSlice = (id: string, isOver: IsOver) =>
    renewPage({ unitOfWork, failures, charges: new Set() }, { merchantId: id, after: after.get(id), isOver }).then(
      ({ processed, last, hasMore }) => {
        done += processed
        if (last) after.set(id, last)
        return hasMore
      },
      (failure) => {
        failures.push(failure)
        return false
      },
    )
  if (merchantId === undefined) await roundRobin(await listDueBusinesses(dueCharges, unitOfWork), runSlice)
  else await openRoundRobin(oneSlice)([merchantId], runSlice)
  if (failures.length > 0) throw failures[0]
  return done
}

interface Run {
  unitOfWork: JobUnitOfWork
  /** Charges whose outcome is not stored yet. */
  charges: Set<Promise<void>>
  failures: unknown[]
}

/** Renews the next page of due subscriptions of one business, on its clock, which may be ahead of the wall clock. */
async function renewPage(
  run: Run,
  { merchantId, after, isOver }: { merchantId: string; after: Due | undefined; isOver: IsOver },
) {
  const page = await run.unitOfWork.write(({ tx, now }) => selectDue(tx, now, merchantId, after))
  const business = await run.unitOfWork.of(merchantId)
  let processed = 0
  while (processed < page.length) {
    const batch = page.slice(processed, processed + batchSize)
    while (run.charges.size > chargesAtOnce - batch.length) await Promise.race(run.charges)
    if (isOver()) break
    try {
      await renewBatch(run, business, batch)
    } catch {
      // One that fails must not stop the others, so each gets a transaction of its own.
      for (const one of batch) await renewAlone(run, business, one)
    }
    processed += batch.length
  }
  await Promise.all(run.charges)
  return { processed, last: page[processed - 1], hasMore: processed < page.length || page.length === pageSize }
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

const selectDue = (tx: Tx, now: Date, merchantId: string, after: Due | undefined): Promise<Due[]> =>
  tx
    .select({
      merchantId: subscriptions.merchantId,
      id: subscriptions.id,
      dueAt: sql<Date>`${subscriptions.dueAt}`.mapWith(subscriptions.dueAt),
    })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.merchantId, merchantId),
        lte(subscriptions.dueAt, now),
        after &&
          sql`(${subscriptions.dueAt}, ${subscriptions.id}) > (${after.dueAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(subscriptions.dueAt), asc(subscriptions.id))
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
  jobHandler({ job: mailSubscriptionNotice, retry: mailRetry, run: deliverDebitNotice }),
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
