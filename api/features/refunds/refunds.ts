import {
  cancelRefund,
  getRefund,
  getRefundable,
  listRefunds,
  payRefundToAccount,
  requestRefund,
} from '@adire/contract/refunds.ts'
import { answer, answerCreation, answerInSteps } from '../../http/answer.ts'
import { refundable } from './left.ts'
import { cancel, payToAccount, request } from './request.ts'
import { get, list } from './show.ts'

export { forgetRefunds, openRefundsOf } from './forget.ts'
export { leftOf } from './left.ts'
export { giveBackCheck } from './request.ts'

export const routes = [
  answer(listRefunds, list),
  answer(getRefund, get),
  answer(getRefundable, refundable),
  answerCreation(requestRefund, request),
  answerInSteps(payRefundToAccount, payToAccount),
  answer(cancelRefund, cancel),
]
