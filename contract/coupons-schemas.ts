import * as z from 'zod/mini'
import { couponStatuses } from './coupons.ts'
import { describe } from './describe.ts'
import { Day, Id, inputSchema, Kobo, requiredOr, SingleLineText, Timestamp } from './fields.ts'
import { limits } from './limits.ts'
import { Paginated, paginationFields, searchText } from './list-schemas.ts'
import { messages } from './messages.ts'
import { Subscription } from './subscriptions-schemas.ts'

export const CouponStatus = z.enum(couponStatuses)
export type CouponStatus = z.infer<typeof CouponStatus>

export const couponName = SingleLineText(60).check(
  z.minLength(limits.nameMinimum, messages.atLeast(limits.nameMinimum)),
)

const codeRule = 'Use 3 to 20 letters and digits'
/** Code that a payer types. Parsed to upper case, because codes are compared without case. */
export const CouponCode = z
  .string(messages.required)
  .check(z.trim(), z.regex(/^[A-Za-z0-9]{3,20}$/, codeRule), z.toUpperCase())

const wholeNumber = (maximum: number, atMost: string) =>
  z.int('Use a whole number').check(z.minimum(1, 'Use at least 1'), z.maximum(maximum, `Use at most ${atMost}`))

export const PercentOff = wholeNumber(100, '100')
export const AmountOffKobo = z
  .int(requiredOr('Enter an amount in naira'))
  .check(
    z.minimum(100, messages.amountAtLeast(1)),
    z.maximum(limits.chargeMaximumKobo, 'Amount cannot be more than NGN 50,000,000.00'),
  )
export const CouponCharges = wholeNumber(1_000, '1,000')
export const RedemptionLimit = wholeNumber(1_000_000, '1,000,000')

const maxPlans = 20

export const NewCoupon = inputSchema({
  name: describe('Name of the coupon, which payers see, 3 to 60 characters. Required.', couponName),
  code: describe(
    'Code that payers type to get the discount: 3 to 20 letters and digits, compared without case, unique among ' +
      'the active coupons. Optional; without it only you can apply the coupon.',
    z.optional(CouponCode),
  ),
  percentOff: describe(
    'Percentage taken off the price: 1 to 100. Required unless `amountOffKobo` is present.',
    z.optional(PercentOff),
  ),
  amountOffKobo: describe(
    'Amount in kobo taken off the price of each period: 100 to 5000000000. Required unless `percentOff` is present.',
    z.optional(AmountOffKobo),
  ),
  charges: describe(
    'Number of charges that the coupon reduces: 1 to 1,000. Optional; null or absent: every charge.',
    z.optional(z.nullable(CouponCharges)),
  ),
  endsOn: describe(
    'Last Lagos day on which the coupon can be redeemed: today or later. Optional. Redeemed discounts continue.',
    z.optional(Day),
  ),
  redemptionLimit: describe(
    'Maximum number of redemptions: 1 to 1,000,000. Optional; absent: no limit.',
    z.optional(RedemptionLimit),
  ),
  planIds: describe(
    'Ids of the plans that the coupon is for, at most 20. Optional; absent: every plan.',
    z.optional(
      z.array(Id).check(z.minLength(1, 'Choose a plan'), z.maxLength(maxPlans, `Use at most ${maxPlans} plans`)),
    ),
  ),
})

export const Coupon = describe(
  'A discount on the charges of subscriptions. Its terms never change.',
  z.object({
    id: Id,
    name: z.string(),
    code: describe(
      'Code that payers type, in upper case. Null when only you can apply the coupon.',
      z.nullable(z.string()),
    ),
    status: describe('`archived`: cannot be redeemed; redeemed discounts continue.', CouponStatus),
    percentOff: describe('Percentage taken off the price. Null when it is an amount.', z.nullable(z.int())),
    amountOffKobo: describe('Amount taken off the price in kobo. Null when it is a percentage.', z.nullable(Kobo)),
    charges: describe('Number of charges that it reduces. Null for every charge.', z.nullable(z.int())),
    endsOn: describe('Last Lagos day on which it can be redeemed. Null for no end.', z.nullable(z.string())),
    redemptionLimit: describe('Maximum number of redemptions. Null for no limit.', z.nullable(z.int())),
    redemptions: describe(
      'Number of times it was applied to a subscription. Removing it later does not reduce the number.',
      z.int(),
    ),
    plans: describe(
      'Plans that it is for. Null for every plan.',
      z.nullable(z.array(z.object({ id: Id, name: z.string() }))),
    ),
    archivedAt: z.nullable(Timestamp),
    createdAt: Timestamp,
  }),
)
export type Coupon = z.infer<typeof Coupon>

export const listCoupons = {
  description: 'Coupons, newest first.',
  input: inputSchema({
    ...paginationFields,
    search: searchText,
    status: describe('`active` or `archived`. Optional; default: both.', z.optional(CouponStatus)),
  }),
  output: Paginated(Coupon),
}

export const createCoupon = {
  description:
    'Creates a coupon, once per `Idempotency-Key`. A discounted price is zero, or at least NGN 100.00: a discount that ' +
    'leaves less is reduced. 422 at `percentOff` unless exactly one of `percentOff` and `amountOffKobo` is present, at ' +
    '`endsOn` for a past day; 422 `coupon_code_taken` at `code`; 404 `plan_not_found`.',
  input: NewCoupon,
  output: Coupon,
}

export const getCoupon = {
  description:
    'One coupon by id, with its number of redemptions. Its subscriptions: `subscribe?couponId=`. 404 `coupon_not_found`.',
  input: inputSchema({ id: Id }),
  output: Coupon,
}

export const updateCoupon = {
  description: 'Renames a coupon. Its terms never change; create another coupon instead. 404 `coupon_not_found`.',
  input: inputSchema({ id: Id, name: describe('New name, 3 to 60 characters. Required.', couponName) }),
  output: Coupon,
}

export const archiveCoupon = {
  description:
    'Archives a coupon permanently: it cannot be redeemed any more, and its code is free again. Subscriptions that have it keep ' +
    'their discount. 409 `coupon_move_refused` when it is archived.',
  input: inputSchema({ id: Id }),
  output: Coupon,
}

export const applyCoupon = {
  description:
    'Applies a coupon to a subscription: the next charges are reduced; an unpaid period keeps its amount. The payer is ' +
    'notified. A repeated call with the same coupon changes nothing. 409 `coupon_not_redeemable` when the coupon is archived, ' +
    'past its last day, used up or not for the plan; 409 `discount_exists` while the subscription has another discount; ' +
    '409 `subscription_not_active` when it does not renew; 409 `subscription_charging` while a charge is in progress.',
  input: inputSchema({ id: Id, couponId: describe('Id of the coupon. Required.', Id) }),
  output: Subscription,
}

export const removeCoupon = {
  description:
    'Ends the discount of a subscription: the next charge has the full price. The payer is notified. A repeated call ' +
    'changes nothing. 409 `subscription_not_active` when it does not renew; 409 `subscription_charging` while a charge is in ' +
    'progress.',
  input: inputSchema({ id: Id }),
  output: Subscription,
}
