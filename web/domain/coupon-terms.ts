import { type DiscountTerms, describeDiscount } from '@adire/contract/coupons.ts'

/** "50% off, 3 payments". */
export const describeTerms = (coupon: DiscountTerms & { charges: number | null }) =>
  `${describeDiscount(coupon)}, ${describeCharges(coupon.charges)}`

const describeCharges = (charges: number | null) =>
  charges === null ? 'every payment' : charges === 1 ? 'once' : `${charges} payments`
