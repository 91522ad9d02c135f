import * as coupons from '@adire/contract/coupons.ts'
import { route } from '../../http/route.ts'
import { applyCouponHandler, removeCouponHandler } from './apply.ts'
import { archiveCouponHandler, createCouponHandler, updateCouponHandler } from './coupons.ts'
import { getCouponHandler, listCouponsHandler } from './list.ts'

export const couponRoutes = [
  route(coupons.listCoupons, listCouponsHandler),
  route(coupons.createCoupon, createCouponHandler),
  route(coupons.getCoupon, getCouponHandler),
  route(coupons.updateCoupon, updateCouponHandler),
  route(coupons.archiveCoupon, archiveCouponHandler),
  route(coupons.applyCoupon, applyCouponHandler),
  route(coupons.removeCoupon, removeCouponHandler),
]
