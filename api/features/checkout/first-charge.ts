import { calculateDiscountKobo } from '@adire/contract/coupons.ts'
import type { CouponRecord } from '../subscriptions/coupon.ts'
import type { PlanRecord } from '../subscriptions/move.ts'
import { cardCheckKobo } from '../subscriptions/payer.ts'

type Terms = Pick<PlanRecord, 'amountKobo' | 'trialDays' | 'setupFeeKobo'>

/**
 * First charge of a plan, with the setup fee: nothing is due during a trial, or with a discount of the whole price and no fee, so
 * only the card is checked.
 */
export function calculateFirstCharge({ amountKobo, trialDays, setupFeeKobo }: Terms, coupon: CouponRecord | undefined) {
  const discountKobo = coupon ? calculateDiscountKobo(amountKobo, coupon) : 0
  const dueKobo = amountKobo - discountKobo + setupFeeKobo
  const isCardCheck = trialDays > 0 || dueKobo === 0
  return { amountKobo: isCardCheck ? cardCheckKobo : dueKobo, discountKobo, isCardCheck }
}
