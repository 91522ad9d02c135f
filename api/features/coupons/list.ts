import type { getCoupon, listCoupons } from '@adire/contract/coupons.ts'
import type { Coupon } from '@adire/contract/coupons-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { MerchantContext } from '../../context.ts'
import type { PutParameter } from '../../database/keyset.ts'
import { listOfText } from '../../http/page.ts'
import { problem } from '../../http/problem.ts'
import { resolveSearch, type SearchFields, searchCondition } from '../search/search.ts'

type Row = Omit<Coupon, 'createdAt' | 'archivedAt'> & { createdAt: Date; archivedAt: Date | null }

const columns = `coupon.id, coupon.name, coupon.code, coupon.status, coupon.percent_off as "percentOff",
  coupon.amount_off_kobo as "amountOffKobo", coupon.charges, coupon.ends_on::text as "endsOn",
  coupon.redemption_limit as "redemptionLimit", coupon.redemptions, coupon.archived_at as "archivedAt",
  coupon.created_at as "createdAt", case when coupon.plan_ids is not null then chosen.plans end as plans`

/** SQL join: the plans that the coupon is for. `$1` is the merchant. */
const chosen = `
  cross join lateral (
    select coalesce(json_agg(json_build_object('id', id, 'name', name) order by name), '[]') as plans
    from plans where merchant_id = $1 and id = any(coupon.plan_ids)
  ) chosen`

const toCouponResponse = ({ createdAt, archivedAt, ...row }: Row): Coupon => ({
  ...row,
  archivedAt: archivedAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})

const searchFields: SearchFields = { texts: ['name', 'code'] }

async function couponCondition({ tx, merchant }: MerchantContext, { search, status }: ParsedInput<typeof listCoupons>) {
  const found = search ? await resolveSearch(tx, merchant.id, search) : undefined
  return (put: PutParameter) => {
    const conditions = [`merchant_id = ${put(merchant.id)}`]
    if (status) conditions.push(`status = ${put(status)}`)
    if (found) conditions.push(searchCondition(found, searchFields, put))
    return conditions.join(' and ')
  }
}

export async function listCouponsHandler(context: MerchantContext, input: ParsedInput<typeof listCoupons>) {
  return listOfText(context.tx, input, {
    table: 'coupons',
    matching: await couponCondition(context, input),
    as: 'coupon',
    columns,
    from: `coupon ${chosen}`,
    serialize: toCouponResponse,
  })
}

export const getCouponHandler = (context: MerchantContext, { id }: ParsedInput<typeof getCoupon>) =>
  retrieveCoupon(context, id)

/**
 * One of the merchant's coupons.
 * @throws 404
 */
export async function retrieveCoupon({ tx, merchant }: MerchantContext, id: string): Promise<Coupon> {
  const { rows } = await tx.$client.query<Row>(
    `select ${columns} from coupons coupon ${chosen} where coupon.merchant_id = $1 and coupon.id = $2`,
    [merchant.id, id],
  )
  if (!rows[0]) throw problem.notFound('coupon')
  return toCouponResponse(rows[0])
}
