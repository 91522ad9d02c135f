import {
  applyCoupon,
  archiveCoupon,
  createCoupon,
  getCoupon,
  listCoupons,
  removeCoupon,
  updateCoupon,
} from '@adire/contract/coupons.ts'
import { route } from '../../http/route.ts'
import { applyCouponHandler, removeCouponHandler } from './apply.ts'
import { archiveCouponHandler, createCouponHandler, updateCouponHandler } from './coupons.ts'
import { getCouponHandler, listCouponsHandler } from './list.ts'

export const couponRoutes = [
  route(listCoupons, listCouponsHandler),
  route(createCoupon, createCouponHandler),
  route(getCoupon, getCouponHandler),
  route(updateCoupon, updateCouponHandler),
  route(archiveCoupon, archiveCouponHandler),
  route(applyCoupon, applyCouponHandler),
  route(removeCoupon, removeCouponHandler),
]
