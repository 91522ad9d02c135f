import { and, asc, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { enqueueSubscriptionEmail } from './emails/enqueue.ts'
import { emitSubscription } from './emit.ts'
import { subscriptions } from './tables.ts'

const batchSize = 500

const Payload = z.object({
  merchantId: z.string(),
  planId: z.string(),
  template: z.enum(['price_changed', 'ending']),
  after: z.optional(z.string()),
})
/** Job: emails all subscribers affected by a plan change. Each run enqueues the emails of one page, and the next run. */
export const mailSubscribers = defineJob('mail-subscribers', Payload)

/** Affected subscriptions. Those that end, or change plan before the next charge, were notified of that instead. */
const concerned = {
  price_changed: and(inArray(subscriptions.status, ['active', 'attention']), isNull(subscriptions.nextPlanId)),
  ending: and(
    eq(subscriptions.status, 'non_renewing'),
    eq(subscriptions.endReason, 'plan_deleted'),
    isNotNull(subscriptions.cancelledAt),
  ),
}

export async function nextSubscribers(context: Context, payload: z.output<typeof Payload>): Promise<void> {
  const { merchantId, planId, template, after } = payload
  const page = await context.tx
    .select({ merchantId: subscriptions.merchantId, id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.merchantId, merchantId),
        eq(subscriptions.planId, planId),
        concerned[template],
        after ? gt(subscriptions.id, after) : undefined,
      ),
    )
    .orderBy(asc(subscriptions.id))
    .limit(batchSize)
  for (const one of page) {
    await enqueueSubscriptionEmail(context, one, template)
    if (template === 'ending') await emitSubscription(context, one, 'subscription.not_renew')
  }
  const last = page.at(-1)
  if (last && page.length === batchSize)
    await enqueueJob(context.tx, mailSubscribers, { ...payload, after: last.id }, { merchantId, runAt: context.now })
}
