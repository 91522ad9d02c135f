import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { deletePlan, setPlanActive, updatePlan } from '@adire/contract/plans.ts'
import { and, eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { changesBetween, recordAuditEvent } from '../audit/audit.ts'
import { mailSubscribers } from '../subscriptions/jobs.ts'
import { lockPlanRecord, mayMovePlan, updatePlanRecord } from '../subscriptions/move.ts'
import { subscriptions } from '../subscriptions/tables.ts'
import { retrievePlan } from './list.ts'
import { requireFirstCharge, requireIntervalAllowed } from './plans.ts'
import { longStatement, repriceSubscriptions } from './price.ts'

/**
 * Locks a plan for update, so that no other change and no sign-up happens meanwhile.
 * @throws 404; 409 plan_deleted
 */
async function lockPlan(context: MerchantContext, id: string) {
  const plan = await lockPlanRecord(context.tx, { merchantId: context.merchant.id, id })
  if (plan.status === 'deleted') throw problem.conflict('plan_deleted', 'This plan was deleted')
  return plan
}

export async function updatePlanHandler(context: MerchantContext, input: ParsedInput<typeof updatePlan>) {
  const { id, applyTo, ...to } = input
  const before = await lockPlan(context, id)
  requireIntervalAllowed(context, to.interval)
  if (to.interval && to.interval !== before.interval && (await hasSubscribed(context, id)))
    throw problem.field('interval', 'You can’t change the interval of a plan with subscribers. Create a new plan')
  requireFirstCharge(to.amountKobo, to.setupFeeKobo === undefined ? before.setupFeeKobo : (to.setupFeeKobo ?? 0))
  const values = {
    name: to.name,
    description: to.description || null,
    amountKobo: to.amountKobo,
    ...(to.interval && { interval: to.interval }),
    ...(to.chargeLimit !== undefined && { chargeLimit: to.chargeLimit }),
    ...(to.trialDays !== undefined && { trialDays: to.trialDays }),
    ...(to.setupFeeKobo !== undefined && { setupFeeKobo: to.setupFeeKobo ?? 0 }),
    ...(to.afterFailure && { afterFailure: to.afterFailure }),
    ...(to.metadata && { metadata: to.metadata }),
  }
  const changes = changesBetween(before, values)
  if (changes) {
    await updatePlanRecord(context.tx, before, values)
    await recordAuditEvent(context, { action: 'plan.updated', object: before.name, ...changes })
  }
  if (applyTo === 'everyone') await repriceSubscriptions(context, id, to.amountKobo)
  return retrievePlan(context, id)
}

async function hasSubscribed({ tx, merchant }: MerchantContext, planId: string): Promise<boolean> {
  const [one] = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.merchantId, merchant.id), eq(subscriptions.planId, planId)))
    .limit(1)
  return one !== undefined
}

export async function setPlanActiveHandler(
  context: MerchantContext,
  { id, active }: ParsedInput<typeof setPlanActive>,
) {
  const plan = await lockPlan(context, id)
  const status = active ? 'active' : 'inactive'
  if (mayMovePlan(plan.status, status)) {
    await updatePlanRecord(context.tx, plan, { status })
    await recordAuditEvent(context, { action: active ? 'plan.activated' : 'plan.deactivated', object: plan.name })
  }
  return retrievePlan(context, id)
}

/** Deletes a plan. Its running subscriptions end with the paid period; a past due one is still charged for its period, then ends. */
export async function deletePlanHandler(
  context: MerchantContext,
  { id }: ParsedInput<typeof deletePlan>,
): Promise<void> {
  const { tx, merchant, now } = context
  const plan = await lockPlan(context, id)
  await updatePlanRecord(tx, plan, { status: 'deleted' })
  await tx.$client.query(longStatement)
  const { rowCount } = await tx.$client.query(
    `with ending as (
       update subscriptions
       set status = 'non_renewing', end_reason = 'plan_deleted', cancelled_at = $3, paused_at = null, resume_at = null,
           next_plan_id = null, next_quantity = null,
           due_at = case when open_invoice_id is null then greatest(period_ends_at, $3::timestamptz) else due_at end
       where merchant_id = $1 and plan_id = $2 and status = 'active' returning merchant_id, id
     )
     insert into timeline_events (merchant_id, subject, subject_id, at, kind, text)
     select merchant_id, 'subscription', id, $3, 'non_renewing', 'The plan was deleted: it ends with its period' from ending`,
    [merchant.id, id, now],
  )
  if (rowCount)
    await enqueueJob(
      tx,
      mailSubscribers,
      { merchantId: merchant.id, planId: id, template: 'ending' },
      { merchantId: merchant.id, runAt: now },
    )
  await recordAuditEvent(context, { action: 'plan.deleted', object: plan.name })
}
