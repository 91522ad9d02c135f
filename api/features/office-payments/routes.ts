import {
  checkOfficePayment,
  decideBankDispute,
  getOfficePayment,
  listMerchantPayments,
  listOfficeDisputes,
  listReturnedMoney,
  listWaitingPayments,
  openBankDispute,
  openDisputeEvidence,
  returnBankDispute,
  searchOfficePayments,
} from '@adire/contract/back-office/payments.ts'
import { route, routeWithoutTransaction } from '../../http/route.ts'
import { checkOfficePaymentHandler, getOfficePaymentHandler } from './detail.ts'
import {
  decideBankDisputeHandler,
  openBankDisputeHandler,
  openDisputeEvidenceHandler,
  returnBankDisputeHandler,
} from './disputes.ts'
import { listMerchantPaymentsHandler, listReturnedMoneyHandler, listWaitingPaymentsHandler } from './lists.ts'
import { listOfficeDisputesHandler } from './read-disputes.ts'
import { searchOfficePaymentsHandler } from './search.ts'

export const officePaymentRoutes = [
  route(searchOfficePayments, searchOfficePaymentsHandler),
  route(listWaitingPayments, listWaitingPaymentsHandler),
  route(listReturnedMoney, listReturnedMoneyHandler),
  route(listMerchantPayments, listMerchantPaymentsHandler),
  route(getOfficePayment, getOfficePaymentHandler),
  routeWithoutTransaction(checkOfficePayment, checkOfficePaymentHandler),
  route(listOfficeDisputes, listOfficeDisputesHandler),
  route(openBankDispute, openBankDisputeHandler),
  route(openDisputeEvidence, openDisputeEvidenceHandler),
  route(decideBankDispute, decideBankDisputeHandler),
  route(returnBankDispute, returnBankDisputeHandler),
]
