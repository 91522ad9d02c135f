import { formatNaira } from '@adire/contract/money.ts'
import { promotionLimits } from '@adire/contract/promotion.ts'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { formatDay, lagosDay } from '../../lagos.ts'
import { createCouponHandler, updateCouponHandler } from '../coupons/coupons.ts'
import { coupons, plans } from '../subscriptions/tables.ts'
import type { Promotable, Promotion, Reference, Selection } from './promotable.ts'
import { isSelected } from './selected.ts'

interface PromotableCoupon extends Promotable {
  content: Pick<
    typeof coupons.$inferSelect,
    'name' | 'code' | 'percentOff' | 'amountOffKobo' | 'charges' | 'endsOn' | 'redemptionLimit' | 'planIds'
  >
  plans: Reference[]
}

async function loadCoupons(tx: Tx, merchantId: string, selection: Selection = {}): Promise<PromotableCoupon[]> {
  const rows = await tx
    .select()
    .from(coupons)
    .where(and(isSelected(coupons, coupons.code, merchantId, selection), eq(coupons.status, 'active')))
    .orderBy(desc(coupons.createdAt), desc(coupons.id))
    .limit(promotionLimits.compared + 1)
  const planIds = [...new Set(rows.flatMap((coupon) => coupon.planIds ?? []))]
  const named =
    planIds.length === 0
      ? []
      : await tx
          .select({ id: plans.id, name: plans.name })
          .from(plans)
          .where(and(eq(plans.merchantId, merchantId), inArray(plans.id, planIds)))
  const names = new Map(named.map((plan) => [plan.id, plan.name]))
  return rows.map((coupon) => toPromotable(coupon, names))
}

function toPromotable(coupon: typeof coupons.$inferSelect, planNames: ReadonlyMap<string, string>): PromotableCoupon {
  const { id, name, code, percentOff, amountOffKobo, charges, endsOn, redemptionLimit, planIds } = coupon
  const named = (planIds ?? []).map((testId) => ({ kind: 'plan' as const, testId, name: planNames.get(testId) ?? '' }))
  return {
    id,
    name,
    key: code ?? '',
    content: { name, code, percentOff, amountOffKobo, charges, endsOn, redemptionLimit, planIds },
    plans: named,
    shown: {
      Name: name,
      Code: code,
      Discount: percentOff === null ? formatNaira(amountOffKobo!) : `${percentOff}%`,
      Charges: charges === null ? 'Every charge' : String(charges),
      'Last day': endsOn === null ? null : formatDay(endsOn),
      Redemptions: redemptionLimit === null ? 'No limit' : `At most ${redemptionLimit}`,
      Plans:
        planIds === null
          ? 'Every plan'
          : named
              .map((plan) => plan.name)
              .sort()
              .join(', '),
    },
  }
}

/** The terms of a coupon never change: of one that Live Mode has, only the name is copied. */
export const couponPromotion: Promotion<PromotableCoupon> = {
  kind: 'coupon',
  load: loadCoupons,
  referencesOf: (coupon) => coupon.plans,
  findObstacle({ now }, { content, shown }, live) {
    if (live && Object.keys(shown).some((field) => field !== 'Name' && shown[field] !== live.shown[field]))
      return 'The terms of a coupon never change. Archive the live coupon first.'
    if (!live && content.endsOn && content.endsOn < lagosDay(now)) return 'Its last day is over.'
    return undefined
  },
  async add(context, { content, plans }) {
    const planIds: string[] = []
    for (const plan of plans) planIds.push(await context.findLiveId(plan))
    const { code, percentOff, amountOffKobo, endsOn, redemptionLimit, ...others } = content
    return createCouponHandler(context, {
      ...others,
      code: code ?? undefined,
      percentOff: percentOff ?? undefined,
      amountOffKobo: amountOffKobo ?? undefined,
      endsOn: endsOn ?? undefined,
      redemptionLimit: redemptionLimit ?? undefined,
      planIds: planIds.length > 0 ? planIds : undefined,
    })
  },
  update: (context, { name }, { id }) => updateCouponHandler(context, { id, name }),
}
