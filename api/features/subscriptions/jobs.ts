import type { Mode } from '@adire/contract/call.ts'
import { and, asc, eq, isNotNull, lte, min, sql } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { sideBySide } from '../../jobs/side-by-side.ts'
import { sweep } from '../../jobs/sweep.ts'
import { type JobSteps, mailRetry, work } from '../../jobs/work.ts'
import { sendForBusiness } from '../customer-emails/customer-emails.ts'
import { mandateMoved } from '../direct-debit/direct-debit.ts'
import { merchants } from '../merchants/tables.ts'
import { mandateHeard } from './account.ts'
import { charge } from './charge.ts'
import { mailExpiringCards, nextWarning } from './expiring.ts'
import { mailSubscribers, nextSubscribers } from './mail-subscribers.ts'
import { letterTo, mailed, mailSubscription } from './mails.ts'
import { ofKey } from './move.ts'
import { mailNotices, nextNotice } from './notices.ts'
import { keepUp } from './renew.ts'
import { subscriptions } from './tables.ts'

/** Read at once, and worked on at the same time: what a sweep holds in memory, however many are due. */
const atOnce = 100
const together = 8
/** One sweep does no more than this many; the next one goes on. */
const mostASweep = 5_000
/** One whose renewal throws is put off, so that it holds up nobody, itself included, for ever. */
const putOffMs = 10 * 60_000

interface Due {
  merchantId: string
  id: string
  mode: Mode
  dueAt: Date
}

/** Renews what is due, of a business or of all, and answers how many it looked at. Safe to run twice and side by side. */
export async function renewDue(steps: JobSteps, merchantId?: string): Promise<number> {
  let done = 0
  let after: Due | undefined
  let failure: unknown
  while (done < mostASweep) {
    const page = await steps.write(({ tx, now }) => due(tx, now, merchantId, after))
    const work = page.map((one) => async () => {
      await renew(steps, one).catch(async (error) => {
        failure ??= error
        await putOff(steps, one)
      })
    })
    await sideBySide(work, together)
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

/** One of many is done in its own business's time, which may be ahead of the world's. */
async function renew(steps: JobSteps, { merchantId, id, mode }: Due): Promise<void> {
  const { config, write } = await steps.of(merchantId)
  const wanted = await write((context) => keepUp(context, { merchantId, id }))
  if (wanted) await charge({ mode, config, write }, wanted)
}

const putOff = async (steps: JobSteps, { merchantId, id }: Due) =>
  (await steps.of(merchantId)).write(({ tx, now }) =>
    tx
      .update(subscriptions)
      .set({ dueAt: new Date(now.getTime() + putOffMs) })
      .where(and(ofKey({ merchantId, id }), lte(subscriptions.dueAt, now))),
  )

export { mailSubscribers }

export const works = [
  work({
    job: mandateMoved,
    run: ({ write }, key) => write((context) => mandateHeard(context, key)),
  }),
  work({
    job: mailSubscription,
    retry: mailRetry,
    async run(steps, { letter, ...key }) {
      const found = await steps.write(({ tx }) => mailed(tx, key))
      if (found) await sendForBusiness(steps, key, (sender) => letterTo(steps.config, sender, found, letter))
    },
  }),
  work({
    job: mailSubscribers,
    retry: mailRetry,
    run: ({ write }, payload) => write((context) => nextSubscribers(context, payload)),
  }),
]

export const sweeps = [
  sweep({
    name: 'renew-subscriptions',
    title: 'Subscriptions renewed, retried or ended',
    every: '* * * * *',
    nextAt: nextRenewal,
    run: renewDue,
  }),
  sweep({
    name: 'tell-of-charges',
    title: 'Customers told of their next charge',
    every: '* * * * *',
    nextAt: nextNotice,
    run: mailNotices,
  }),
  sweep({
    name: 'warn-of-expiring-cards',
    title: 'Customers told that their card expires',
    every: '*/15 * * * *',
    nextAt: nextWarning,
    run: mailExpiringCards,
  }),
]
