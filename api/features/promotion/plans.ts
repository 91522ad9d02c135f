import { formatNaira } from '@adire/contract/money.ts'
import { intervalNames } from '@adire/contract/plans.ts'
import { promotionLimits } from '@adire/contract/promotion.ts'
import { and, desc, ne } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { setPlanActiveHandler, updatePlanHandler } from '../plans/change.ts'
import { createPlanHandler } from '../plans/plans.ts'
import { plans } from '../subscriptions/tables.ts'
import type { Promotable, Promotion, PromotionContext, Selection } from './promotable.ts'
import { isSelected } from './selected.ts'
import { describeMetadata } from './shown.ts'

interface PromotablePlan extends Promotable {
  content: Pick<
    typeof plans.$inferSelect,
    | 'name'
    | 'description'
    | 'status'
    | 'amountKobo'
    | 'interval'
    | 'chargeLimit'
    | 'trialDays'
    | 'setupFeeKobo'
    | 'afterFailure'
    | 'metadata'
  >
}

async function loadPlans(tx: Tx, merchantId: string, selection: Selection = {}): Promise<PromotablePlan[]> {
  const rows = await tx
    .select()
    .from(plans)
    .where(and(isSelected(plans, plans.name, merchantId, selection), ne(plans.status, 'deleted')))
    .orderBy(desc(plans.createdAt), desc(plans.id))
    .limit(promotionLimits.compared + 1)
  return rows.map(toPromotable)
}

function toPromotable(plan: typeof plans.$inferSelect): PromotablePlan {
  const { id, name, description, status, amountKobo, interval, chargeLimit } = plan
  const { trialDays, setupFeeKobo, afterFailure, metadata } = plan
  return {
    id,
    name,
    key: name,
    content: {
      name,
      description,
      status,
      amountKobo,
      interval,
      chargeLimit,
      trialDays,
      setupFeeKobo,
      afterFailure,
      metadata,
    },
    shown: {
      Name: name,
      Description: description,
      Price: formatNaira(amountKobo),
      Interval: intervalNames[interval],
      Charges: chargeLimit === null ? 'No limit' : String(chargeLimit),
      'Trial in days': String(trialDays),
      'Setup fee': setupFeeKobo > 0 ? formatNaira(setupFeeKobo) : 'None',
      'After failed charges': afterFailure === 'cancel' ? 'End the subscription' : 'Wait for a new card',
      'New subscribers': status === 'active' ? 'Yes' : 'No',
      Metadata: describeMetadata(metadata),
    },
  }
}

async function setStatus(context: PromotionContext, id: string, { content }: PromotablePlan) {
  await setPlanActiveHandler(context, { id, active: content.status === 'active' })
  return { id }
}

/** Subscribers of a changed plan keep their price. */
export const planPromotion: Promotion<PromotablePlan> = {
  kind: 'plan',
  load: loadPlans,
  findObstacle: (_, { content }) =>
    content.interval === 'hourly' ? 'Hourly plans are for Test Mode only.' : undefined,
  async add(context, plan) {
    const { status: _, description, ...content } = plan.content
    const { id } = await createPlanHandler(context, { ...content, description: description ?? '' })
    return setStatus(context, id, plan)
  },
  async update(context, plan, { id }) {
    const { status: _, description, ...content } = plan.content
    await updatePlanHandler(context, { id, ...content, description: description ?? '', applyTo: 'new' })
    return setStatus(context, id, plan)
  },
}
