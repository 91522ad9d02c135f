import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { createPlan } from '@adire/contract/plans.ts'
import type { Interval } from '@adire/contract/plans-schemas.ts'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { randomText } from '../../random-text.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { addPlanRecord } from '../subscriptions/move.ts'
import { findRetrySettings } from '../subscriptions/retry-settings.ts'
import { emitWebhookEvent } from '../webhooks/emit.ts'
import { retrievePlan } from './list.ts'

/**
 * Hourly plans are for testing only.
 * @throws 422 in live mode
 */
export function requireIntervalAllowed({ mode }: MerchantContext, interval: Interval | undefined): void {
  if (interval === 'hourly' && mode !== 'TEST') throw problem.field('interval', 'Hourly plans are for Test Mode only')
}

/**
 * The first charge of a plan is the price of one unit and the setup fee.
 * @throws 422 at `setupFeeKobo` if that is more than the largest charge
 */
export function requireFirstCharge(amountKobo: number, setupFeeKobo: number): void {
  if (setupFeeKobo > 0 && amountKobo + setupFeeKobo > limits.chargeMaximumKobo)
    throw problem.field(
      'setupFeeKobo',
      `With the price, that is more than ${formatNaira(limits.chargeMaximumKobo)} in one charge`,
    )
}

export async function createPlanHandler(context: MerchantContext, input: ParsedInput<typeof createPlan>) {
  const { tx, merchant, now } = context
  requireIntervalAllowed(context, input.interval)
  requireFirstCharge(input.amountKobo, input.setupFeeKobo ?? 0)
  const plan = await addPlanRecord(tx, {
    merchantId: merchant.id,
    code: `PLN_${randomText(16)}`,
    name: input.name,
    description: input.description || null,
    status: 'active',
    amountKobo: input.amountKobo,
    interval: input.interval,
    chargeLimit: input.chargeLimit ?? null,
    trialDays: input.trialDays ?? 0,
    setupFeeKobo: input.setupFeeKobo ?? 0,
    afterFailure: input.afterFailure ?? (await findRetrySettings(tx, merchant.id)).afterFailure,
    metadata: input.metadata ?? {},
    createdAt: now,
  })
  await recordAuditEvent(context, { action: 'plan.created', object: input.name })
  await emitWebhookEvent(context, merchant.id, 'plan.created', (of) => retrievePlan(of, plan.id))
  return retrievePlan(context, plan.id)
}
