import * as promotion from '@adire/contract/promotion.ts'
import { route, routeWithoutTransaction } from '../../http/route.ts'
import { promoteObjectsHandler } from './promote.ts'
import { getPromotionHandler } from './promotion.ts'

export const promotionRoutes = [
  route(promotion.getPromotion, getPromotionHandler),
  routeWithoutTransaction(promotion.promoteObjects, promoteObjectsHandler),
]
