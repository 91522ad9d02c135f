import * as refunds from '@adire/contract/refunds.ts'
import { creationRoute, route, routeWithoutTransaction } from '../../http/route.ts'
import { cancelRefundHandler } from './cancel.ts'
import { payRefundToAccountHandler } from './pay-to-account.ts'
import { getRefundableHandler } from './refundable.ts'
import { requestRefundHandler } from './request.ts'
import { getRefundHandler, listRefundsHandler } from './serialize.ts'

export const refundRoutes = [
  route(refunds.listRefunds, listRefundsHandler),
  route(refunds.getRefund, getRefundHandler),
  route(refunds.getRefundable, getRefundableHandler),
  creationRoute(refunds.requestRefund, requestRefundHandler),
  creationRoute(refunds.payRefundToAccount, payRefundToAccountHandler),
  routeWithoutTransaction(refunds.cancelRefund, cancelRefundHandler),
]
