import type { Parsed } from '@adire/contract/endpoint.ts'
import type { Interval } from '@adire/contract/plan-fields.ts'
import {
  createPlan,
  deletePlan,
  getPlan,
  getPriceEffect,
  listPlans,
  setPlanActive,
  updatePlan,
} from '@adire/contract/plans.ts'
import type { MerchantContext } from '../../context.ts'
import { answer } from '../../http/answer.ts'
import { problem } from '../../http/problem.ts'
import { record } from '../audit/audit.ts'
import { lowerAlphabet, randomText } from '../subscriptions/subscriptions.ts'
import { emit } from '../webhooks/webhooks.ts'
import { remove, setActive, update } from './change.ts'
import { get, list, show } from './list.ts'
import { effect } from './price.ts'
import { plans } from './tables.ts'

export const routes = [
  answer(listPlans, list),
  answer(createPlan, create),
  answer(getPlan, get),
  answer(getPriceEffect, effect),
  answer(updatePlan, update),
  answer(setPlanActive, setActive),
  answer(deletePlan, remove),
]

/** Hours are for trying things out. */
export function refuseHourly({ mode }: MerchantContext, interval: Interval | undefined): void {
  if (interval === 'hourly' && mode !== 'TEST') throw problem.field('interval', 'Hourly plans are for test mode only')
}

async function create(context: MerchantContext, input: Parsed<typeof createPlan>) {
  const { tx, merchant, now } = context
  refuseHourly(context, input.interval)
  const [plan] = await tx
    .insert(plans)
    .values({
      merchantId: merchant.id,
      code: `PLN_${randomText(lowerAlphabet, 16)}`,
      name: input.name,
      description: input.description || null,
      status: 'active',
      amountKobo: input.amountKobo,
      interval: input.interval,
      chargeLimit: input.chargeLimit ?? null,
      trialDays: input.trialDays ?? 0,
      afterFailure: input.afterFailure ?? 'cancel',
      createdAt: now,
    })
    .returning({ id: plans.id })
  await record(context, { action: 'plan.created', object: input.name })
  await emit(context, merchant.id, 'plan.created', (of) => show(of, plan!.id))
  return show(context, plan!.id)
}
