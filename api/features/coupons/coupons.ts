import type { archiveCoupon, createCoupon, updateCoupon } from '@adire/contract/coupons.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, eq, inArray, ne } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { lagosDay } from '../../lagos.ts'
import { changesBetween, recordAuditEvent } from '../audit/audit.ts'
import { announceCoupons, lockCoupon, updateCouponRecord } from '../subscriptions/coupon.ts'
import { coupons, plans } from '../subscriptions/tables.ts'
import { retrieveCoupon } from './list.ts'

type Input = ParsedInput<typeof createCoupon>

/**
 * Creates a coupon. The unique index makes one of two requests with the same code wait for the other and fail.
 * @throws 422 at `percentOff` or `endsOn`; 422 coupon_code_taken; 404 plan_not_found
 */
export async function createCouponHandler(context: MerchantContext, input: Input) {
  const { tx, merchant, now } = context
  requireTerms(input, now)
  const planIds = input.planIds && [...new Set(input.planIds)]
  if (planIds) await requirePlans(context, planIds)
  const [added] = await tx
    .insert(coupons)
    .values({
      merchantId: merchant.id,
      name: input.name,
      code: input.code ?? null,
      status: 'active',
      percentOff: input.percentOff ?? null,
      amountOffKobo: input.amountOffKobo ?? null,
      charges: input.charges ?? null,
      endsOn: input.endsOn ?? null,
      redemptionLimit: input.redemptionLimit ?? null,
      planIds: planIds ?? null,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: coupons.id })
  if (!added) throw problem.field('code', 'Another coupon has this code', 'coupon_code_taken')
  await announceCoupons(tx, { merchantId: merchant.id })
  const coupon = await retrieveCoupon(context, added.id)
  const { code, percentOff, amountOffKobo, charges } = coupon
  await recordAuditEvent(context, {
    action: 'coupon.created',
    object: coupon.name,
    after: { code, percentOff, amountOffKobo, charges },
  })
  return coupon
}

function requireTerms({ percentOff, amountOffKobo, endsOn }: Input, now: Date): void {
  if ((percentOff === undefined) === (amountOffKobo === undefined))
    throw problem.field('percentOff', 'Enter a percentage or an amount')
  if (endsOn && endsOn < lagosDay(now)) throw problem.field('endsOn', 'Use today or a later day')
}

async function requirePlans({ tx, merchant }: MerchantContext, planIds: readonly string[]): Promise<void> {
  const found = and(eq(plans.merchantId, merchant.id), inArray(plans.id, planIds), ne(plans.status, 'deleted'))
  if ((await tx.$count(plans, found)) < planIds.length) throw problem.notFound('plan')
}

export async function updateCouponHandler(context: MerchantContext, { id, name }: ParsedInput<typeof updateCoupon>) {
  const coupon = await lockCoupon(context.tx, { merchantId: context.merchant.id, id })
  const changes = changesBetween(coupon, { name })
  if (changes) {
    await updateCouponRecord(context.tx, coupon, { name })
    await recordAuditEvent(context, { action: 'coupon.updated', object: coupon.name, ...changes })
  }
  return retrieveCoupon(context, id)
}

/** @throws 404; 409 coupon_move_refused */
export async function archiveCouponHandler(context: MerchantContext, { id }: ParsedInput<typeof archiveCoupon>) {
  const { tx, merchant, now } = context
  const coupon = await lockCoupon(tx, { merchantId: merchant.id, id })
  if (coupon.status === 'archived') throw problem.conflict('coupon_move_refused', 'This coupon is archived already')
  await updateCouponRecord(tx, coupon, { status: 'archived', archivedAt: now })
  await recordAuditEvent(context, { action: 'coupon.archived', object: coupon.name })
  return retrieveCoupon(context, id)
}
