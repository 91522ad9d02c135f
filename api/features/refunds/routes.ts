import {
  cancelRefund,
  getRefund,
  getRefundable,
  listRefunds,
  payRefundToAccount,
  requestRefund,
} from '@adire/contract/refunds.ts'
import { creationRoute, route } from '../../http/route.ts'
import { getRefundableHandler } from './left.ts'
import { cancelRefundHandler, payRefundToAccountHandler, requestRefundHandler } from './request.ts'
import { getRefundHandler, listRefundsHandler } from './serialize.ts'

export const refundRoutes = [
  route(listRefunds, listRefundsHandler),
  route(getRefund, getRefundHandler),
  route(getRefundable, getRefundableHandler),
  creationRoute(requestRefund, requestRefundHandler),
  creationRoute(payRefundToAccount, payRefundToAccountHandler),
  route(cancelRefund, cancelRefundHandler),
]
