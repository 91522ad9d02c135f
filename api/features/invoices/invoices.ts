import type { ParsedInput } from '@adire/contract/endpoint.ts'
import {
  cancelInvoice,
  createInvoice,
  createSimpleInvoice,
  deleteInvoice,
  downloadInvoices,
  getInvoice,
  getInvoiceTotals,
  listInvoices,
  recordInvoicePayment,
  remindInvoice,
  sendInvoice,
  updateInvoice,
} from '@adire/contract/invoices.ts'
import type { MerchantContext } from '../../context.ts'
import { downloadRoute, route } from '../../http/route.ts'
import { retrieveInvoice } from './detail.ts'
import { downloadInvoicesHandler, getInvoiceTotalsHandler, listInvoicesHandler } from './list.ts'
import { cancelInvoiceHandler, deleteInvoiceHandler, recordInvoicePaymentHandler } from './record.ts'
import { remindInvoiceHandler, sendInvoiceHandler } from './send.ts'
import { createInvoiceHandler, createSimpleInvoiceHandler, updateInvoiceHandler } from './write.ts'

export { calculateOwedKobo, formatInvoiceNumber } from './move.ts'
export { isStillOwed } from './open-payments.ts'
export { countRefund } from './refunded.ts'
export { buildSheet, findInvoice } from './sheet.ts'

export const invoiceRoutes = [
  route(listInvoices, listInvoicesHandler),
  route(getInvoiceTotals, getInvoiceTotalsHandler),
  downloadRoute(downloadInvoices, downloadInvoicesHandler),
  route(createSimpleInvoice, createSimpleInvoiceHandler),
  route(createInvoice, createInvoiceHandler),
  route(getInvoice, getInvoiceHandler),
  route(updateInvoice, updateInvoiceHandler),
  route(sendInvoice, sendInvoiceHandler),
  route(remindInvoice, remindInvoiceHandler),
  route(recordInvoicePayment, recordInvoicePaymentHandler),
  route(cancelInvoice, cancelInvoiceHandler),
  route(deleteInvoice, deleteInvoiceHandler),
]

async function getInvoiceHandler(context: MerchantContext, { id }: ParsedInput<typeof getInvoice>) {
  return retrieveInvoice(context, id)
}
