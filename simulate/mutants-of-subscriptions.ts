import { type MutantSpec, plantMutant } from './mutant.ts'

/** Wrong setup fees, coupons and add-ons. */
export const subscriptionMutants: readonly MutantSpec[] = [
  plantMutant(
    'the setup fee is charged with each period',
    'subscriptions',
    'api/features/subscriptions/setup-fee.ts',
    'charges === 0 ? setupFeeKobo : 0',
    'charges >= 0 ? setupFeeKobo : 0',
  ),
  plantMutant(
    'add-ons are not charged',
    'subscriptions',
    'api/features/subscriptions/next-period.ts',
    'const totalKobo = amountKobo + addOnsKobo + setupFeeKobo',
    'const totalKobo = amountKobo + setupFeeKobo',
  ),
  plantMutant(
    'a coupon of a number of charges never ends',
    'subscriptions',
    'api/features/subscriptions/period-price.ts',
    'left === null ? null : Math.max(0, left - 1)',
    'left === null ? null : Math.max(0, left)',
  ),
  plantMutant(
    'a coupon reduces the price of every plan',
    'subscriptions',
    'api/features/subscriptions/coupon.ts',
    'return !coupon?.planIds || coupon.planIds.includes(planId)',
    'return !coupon?.planIds || coupon.planIds.length > 0',
    { steps: 60 },
  ),
  plantMutant(
    'a coupon that is applied again counts twice',
    'subscriptions',
    'api/features/coupons/apply.ts',
    'if (subscription.couponId === couponId) return retrieveSubscription(context, id)',
    'if (subscription.couponId === couponId) await redeemCoupon(context, { merchantId: merchant.id, id: couponId }, subscription.planId)',
    { steps: 60 },
  ),
]
