import type { Context } from '../../context.ts'
import { eachDue, nextDue } from '../../jobs/each-due.ts'
import { mail } from './mails.ts'
import { change, lockSubscription, type SubscriptionKey, tell } from './move.ts'
import { subscriptions } from './tables.ts'

const due = { table: subscriptions, at: subscriptions.noticeAt }

export const nextNotice = nextDue(due)

/** Tells payers of the charge that comes next, once of each; `noticeOf` says whom and when. */
export const mailNotices = eachDue(due, ({ write }, key) => write((context) => notice(context, key)))

async function notice(context: Context, key: SubscriptionKey): Promise<boolean> {
  const { tx, now } = context
  const held = await lockSubscription(tx, key)
  if (!held.noticeAt || held.noticeAt > now) return false
  await change(tx, held, { noticedFor: held.periodEndsAt })
  // Nobody came by in time: the receipt tells the rest.
  if (held.periodEndsAt <= now) return true
  await tell(tx, held, now, 'told', 'The customer was told of the next charge')
  await mail(context, held, 'upcoming')
  return true
}
