import * as refunds from '@adire/contract/refunds.ts'
import { creationRoute, route } from '../../http/route.ts'
import { getRefundableHandler } from './left.ts'
import { cancelRefundHandler, payRefundToAccountHandler, requestRefundHandler } from './request.ts'
import { getRefundHandler, listRefundsHandler } from './serialize.ts'

export const refundRoutes = [
  route(refunds.listRefunds, listRefundsHandler),
  route(refunds.getRefund, getRefundHandler),
  route(refunds.getRefundable, getRefundableHandler),
  creationRoute(refunds.requestRefund, requestRefundHandler),
  creationRoute(refunds.payRefundToAccount, payRefundToAccountHandler),
  route(refunds.cancelRefund, cancelRefundHandler),
]
