import * as payments from '@adire/contract/payments.ts'
import { clockIndependentRoute, route, tableRoutes } from '../../http/route.ts'
import { getPaymentHandler } from './detail.ts'
import { downloadPaymentsHandler } from './download.ts'
import { listPaymentsHandler } from './list.ts'
import { notePaymentHandler } from './note.ts'
import { getOverviewHandler, getOverviewSeriesHandler } from './overview.ts'
import { resendReceiptHandler } from './resend-receipt.ts'
import { getPaymentTotalsHandler } from './totals.ts'

export const paymentRoutes = [
  clockIndependentRoute(payments.listPayments, listPaymentsHandler),
  clockIndependentRoute(payments.getPaymentTotals, getPaymentTotalsHandler),
  ...tableRoutes(payments.downloadPayments, payments.downloadPaymentsXlsx, downloadPaymentsHandler),
  route(payments.getOverview, getOverviewHandler),
  route(payments.getOverviewSeries, getOverviewSeriesHandler),
  route(payments.getPayment, getPaymentHandler),
  route(payments.notePayment, notePaymentHandler),
  route(payments.resendReceipt, resendReceiptHandler),
]
