import type { Parsed } from '@adire/contract/endpoint.ts'
import type { cancelSubscription } from '@adire/contract/subscriptions.ts'
import type { Context, MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { actorOf, record } from '../audit/audit.ts'
import { show } from './detail.ts'
import { emitSubscription } from './emit.ts'
import { end } from './end.ts'
import { mail } from './mails.ts'
import { change, dayAtLagos, lockSubscription, type SubscriptionRecord, tell } from './move.ts'

export async function cancel(context: MerchantContext, { id, when, note }: Parsed<typeof cancelSubscription>) {
  const { tx, merchant } = context
  const held = await lockSubscription(tx, { merchantId: merchant.id, id })
  await cancelHeld(context, held, { endReason: 'merchant', by: actorOf(context).name, when, note })
  await record(context, {
    action: 'subscription.cancelled',
    object: held.code,
    after: { when: when ?? 'period_end', note },
  })
  return show(context, id)
}

interface Wish {
  endReason: 'merchant' | 'payer'
  by: string
  when?: 'now' | 'period_end' | undefined
  note?: string | undefined
}

/** Ends a held subscription now, or lets it run out with what is paid or free. Where nothing is paid that is now. */
export async function cancelHeld(context: Context, held: SubscriptionRecord, wish: Wish): Promise<void> {
  const { tx, now } = context
  const { endReason, by, note = null } = wish
  if (held.endedAt) throw problem.conflict('subscription_ended', 'This subscription has ended already')
  const isOver = now >= held.periodEndsAt || held.status === 'attention' || held.status === 'pending'
  const isNow = wish.when === 'now' || isOver
  if (held.status === 'non_renewing' && !isNow)
    throw problem.conflict('subscription_ending', `This subscription ends on ${dayAtLagos(held.periodEndsAt)} already`)
  const cancelled = { endReason, endNote: note, cancelledAt: now }
  const until = isNow ? 'at once' : `for ${dayAtLagos(held.periodEndsAt)}`
  await tell(tx, held, now, 'cancelled', `${by} cancelled it ${until}${note ? `: ${note}` : ''}`)
  if (isNow) {
    const changed = await change(tx, held, cancelled)
    await end(context, changed, { status: 'cancelled' })
    return
  }
  // A charge that is under way decides by itself when it is looked at again.
  const dueAt = held.openInvoiceId ? held.dueAt : held.periodEndsAt
  await change(tx, held, { ...cancelled, status: 'non_renewing', pausedAt: null, nextPlanId: null, dueAt })
  await mail(context, held, 'ending')
  await emitSubscription(context, held, 'subscription.not_renew')
}
