import type { Parsed } from '@adire/contract/endpoint.ts'
import type { pauseSubscription, resumeSubscription, sendSubscriptionLink } from '@adire/contract/subscriptions.ts'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { actorOf, record } from '../audit/audit.ts'
import { takeCustomerEmail } from '../customer-emails/customer-emails.ts'
import { show } from './detail.ts'
import { mail } from './mails.ts'
import { change, lockSubscription, type SubscriptionRecord, tell } from './move.ts'

/** Refuses what only makes sense for one that is renewed by itself and owes nothing. */
export function requireRenewing(held: SubscriptionRecord, what: string): void {
  if (held.status !== 'active' || held.pausedAt)
    throw problem.conflict(
      'subscription_not_active',
      `Only a subscription that is active and not paused can be ${what}`,
    )
  if (held.openInvoiceId)
    throw problem.conflict('subscription_charging', 'It is being charged just now. Try again in a minute.')
}

/** Nothing is charged until it is resumed; what is paid goes on to its end. */
export async function pause(context: MerchantContext, { id }: Parsed<typeof pauseSubscription>) {
  const { tx, merchant, now } = context
  const held = await lockSubscription(tx, { merchantId: merchant.id, id })
  requireRenewing(held, 'paused')
  await change(tx, held, { pausedAt: now, dueAt: null })
  await tell(tx, held, now, 'paused', `${actorOf(context).name} paused it`)
  await record(context, { action: 'subscription.paused', object: held.code })
  await mail(context, held, 'paused')
  return show(context, id)
}

/** Goes on where it stood. Where its period is over, the next begins now, and its days are counted from now. */
export async function resume(context: MerchantContext, { id }: Parsed<typeof resumeSubscription>) {
  const { tx, merchant, now } = context
  const held = await lockSubscription(tx, { merchantId: merchant.id, id })
  if (!held.pausedAt) throw problem.conflict('subscription_not_paused', 'This subscription is not paused')
  const isOver = now >= held.periodEndsAt
  const resumed = await change(tx, held, {
    pausedAt: null,
    dueAt: isOver ? now : held.periodEndsAt,
    ...(isOver && { anchorAt: now, step: -1, periodEndsAt: now }),
  })
  await tell(tx, held, now, 'resumed', `${actorOf(context).name} resumed it`)
  await record(context, { action: 'subscription.resumed', object: held.code })
  await mail(context, resumed, 'resumed')
  return show(context, id)
}

const linkPauseMs = 60_000

export async function sendLink(context: MerchantContext, { id }: Parsed<typeof sendSubscriptionLink>) {
  const { tx, merchant, now } = context
  const held = await lockSubscription(tx, { merchantId: merchant.id, id })
  if (held.linkMailedAt && now.getTime() - held.linkMailedAt.getTime() < linkPauseMs)
    throw problem.conflict('link_sent', 'It was sent a moment ago. Wait a minute before sending it again.')
  await change(tx, held, { linkMailedAt: now })
  await record(context, { action: 'subscription.link_sent', object: held.code })
  await takeCustomerEmail(context, merchant.id, held.customerEmail)
  await mail(context, held, 'link', true)
}
