import { and, asc, eq, isNotNull, lte, min } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { inPages } from '../../jobs/sweep.ts'
import type { JobSteps } from '../../jobs/work.ts'
import { mail } from './mails.ts'
import { change, tell } from './move.ts'
import { subscriptions } from './tables.ts'

const atOnce = 100

/** Tells payers of the charge that comes next, once of each; `noticeOf` says whom and when. */
export const mailNotices = ({ write }: JobSteps, merchantId?: string): Promise<number> =>
  inPages(atOnce, () => write((context) => tellSome(context, merchantId)))

export async function nextNotice(tx: Tx, merchantId: string): Promise<Date | undefined> {
  const [next] = await tx
    .select({ at: min(subscriptions.noticeAt) })
    .from(subscriptions)
    .where(and(eq(subscriptions.merchantId, merchantId), isNotNull(subscriptions.noticeAt)))
  return next?.at ?? undefined
}

async function tellSome(context: Context, merchantId: string | undefined): Promise<number> {
  const { tx, now } = context
  const due = await tx
    .select()
    .from(subscriptions)
    .where(and(lte(subscriptions.noticeAt, now), merchantId ? eq(subscriptions.merchantId, merchantId) : undefined))
    .orderBy(asc(subscriptions.noticeAt))
    .limit(atOnce)
    .for('update', { skipLocked: true })
  for (const held of due) {
    await change(tx, held, { noticedFor: held.periodEndsAt })
    // Nobody came by in time: the receipt tells the rest.
    if (held.periodEndsAt <= now) continue
    await tell(tx, held, now, 'told', 'The customer was told of the next charge')
    await mail(context, held, 'upcoming')
  }
  return due.length
}
