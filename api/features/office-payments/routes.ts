import * as payments from '@adire/contract/back-office/payments.ts'
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
  route(payments.searchOfficePayments, searchOfficePaymentsHandler),
  route(payments.listWaitingPayments, listWaitingPaymentsHandler),
  route(payments.listReturnedMoney, listReturnedMoneyHandler),
  route(payments.listMerchantPayments, listMerchantPaymentsHandler),
  route(payments.getOfficePayment, getOfficePaymentHandler),
  routeWithoutTransaction(payments.checkOfficePayment, checkOfficePaymentHandler),
  route(payments.listOfficeDisputes, listOfficeDisputesHandler),
  route(payments.openBankDispute, openBankDisputeHandler),
  route(payments.openDisputeEvidence, openDisputeEvidenceHandler),
  route(payments.decideBankDispute, decideBankDisputeHandler),
  route(payments.returnBankDispute, returnBankDisputeHandler),
]
