import type { Mode } from '@adire/contract/call.ts'
import { and, asc, eq, isNotNull, lte, min, sql } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { type JobUnitOfWork, jobHandler, mailRetry } from '../../jobs/job-handler.ts'
import { scheduledJob } from '../../jobs/scheduled-job.ts'
import { sideBySide } from '../../jobs/side-by-side.ts'
import { sendForBusiness } from '../customer-emails/customer-emails.ts'
import { mandateStatusChanged } from '../direct-debit/enqueue.ts'
import { merchants } from '../merchants/tables.ts'
import { handleMandateChange } from './account.ts'
import { chargeSubscription } from './charge.ts'
import { mailExpiringCards, nextWarning } from './expiring.ts'
import { mailSubscribers, nextSubscribers } from './mail-subscribers.ts'
import { findForEmail, mailSubscription, subscriptionEmail } from './mails.ts'
import { ofKey } from './move.ts'
import { mailNotices, nextNotice } from './notices.ts'
import { processDueSubscription } from './renew.ts'
import { subscriptions } from './tables.ts'

/** Page size and concurrency. They bound the memory of a run, however many subscriptions are due. */
const atOnce = 100
const together = 8
/** Maximum number per run; the next run continues. */
const maxPerRun = 5_000
/** Delay after a renewal throws, so that it does not block the others and is tried again. */
const putOffMs = 10 * 60_000

interface Due {
  merchantId: string
  id: string
  mode: Mode
  dueAt: Date
}

/** Renews due subscriptions of one merchant or of all. Returns the number processed. Idempotent, and safe to run concurrently. */
export async function renewDue(unitOfWork: JobUnitOfWork, merchantId?: string): Promise<number> {
  let done = 0
  let after: Due | undefined
  let failure: unknown
  while (done < maxPerRun) {
    const page = await unitOfWork.write(({ tx, now }) => due(tx, now, merchantId, after))
    const tasks = page.map((one) => async () => {
      await renewSubscription(unitOfWork, one).catch(async (error) => {
        failure ??= error
        await putOff(unitOfWork, one)
      })
    })
    await sideBySide(tasks, together)
    done += page.length
    after = page.at(-1)
    if (page.length < atOnce) break
  }
  if (failure) throw failure
  return done
}

export async function nextRenewal(tx: Tx, merchantId: string): Promise<Date | undefined> {
  const [next] = await tx
    .select({ at: min(subscriptions.dueAt) })
    .from(subscriptions)
    .where(and(eq(subscriptions.merchantId, merchantId), isNotNull(subscriptions.dueAt)))
  return next?.at ?? undefined
}

const due = (tx: Tx, now: Date, merchantId: string | undefined, after: Due | undefined): Promise<Due[]> =>
  tx
    .select({
      merchantId: subscriptions.merchantId,
      id: subscriptions.id,
      mode: merchants.mode,
      dueAt: sql<Date>`${subscriptions.dueAt}`.mapWith(subscriptions.dueAt),
    })
    .from(subscriptions)
    .innerJoin(merchants, eq(merchants.id, subscriptions.merchantId))
    .where(
      and(
        lte(subscriptions.dueAt, now),
        merchantId ? eq(subscriptions.merchantId, merchantId) : undefined,
        after &&
          sql`(${subscriptions.dueAt}, ${subscriptions.merchantId}, ${subscriptions.id}) > (${after.dueAt.toISOString()}::timestamptz, ${after.merchantId}::uuid, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(subscriptions.dueAt), asc(subscriptions.merchantId), asc(subscriptions.id))
    .limit(atOnce)

/** Renews one subscription on its merchant's business clock, which may be ahead of the wall clock. */
async function renewSubscription(unitOfWork: JobUnitOfWork, { merchantId, id, mode }: Due): Promise<void> {
  const { config, write } = await unitOfWork.of(merchantId)
  const dueCharge = await write((context) => processDueSubscription(context, { merchantId, id }))
  if (dueCharge) await chargeSubscription({ mode, config, write }, dueCharge)
}

const putOff = async (unitOfWork: JobUnitOfWork, { merchantId, id }: Due) =>
  (await unitOfWork.of(merchantId)).write(({ tx, now }) =>
    tx
      .update(subscriptions)
      .set({ dueAt: new Date(now.getTime() + putOffMs) })
      .where(and(ofKey({ merchantId, id }), lte(subscriptions.dueAt, now))),
  )

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
      if (found)
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
