import {
  downloadPayments,
  downloadPaymentsXlsx,
  getOverview,
  getOverviewSeries,
  getPayment,
  getPaymentTotals,
  listPayments,
  notePayment,
  resendReceipt,
} from '@adire/contract/payments.ts'
import { clockIndependentRoute, route, tableRoutes } from '../../http/route.ts'
import { notePaymentHandler, resendReceiptHandler } from './annotate.ts'
import { getPaymentHandler } from './detail.ts'
import { downloadPaymentsHandler } from './download.ts'
import { listPaymentsHandler } from './list.ts'
import { getOverviewHandler, getOverviewSeriesHandler } from './overview.ts'
import { getPaymentTotalsHandler } from './totals.ts'

export const paymentRoutes = [
  clockIndependentRoute(listPayments, listPaymentsHandler),
  clockIndependentRoute(getPaymentTotals, getPaymentTotalsHandler),
  ...tableRoutes(downloadPayments, downloadPaymentsXlsx, downloadPaymentsHandler),
  route(getOverview, getOverviewHandler),
  route(getOverviewSeries, getOverviewSeriesHandler),
  route(getPayment, getPaymentHandler),
  route(notePayment, notePaymentHandler),
  route(resendReceipt, resendReceiptHandler),
]
