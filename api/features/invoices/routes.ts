import { getInvoiceNumbering, updateInvoiceNumbering } from '@adire/contract/invoice-numbers.ts'
import {
  cancelInvoice,
  createInvoice,
  createSimpleInvoice,
  deleteInvoice,
  downloadInvoices,
  downloadInvoicesXlsx,
  getInvoice,
  getInvoiceTotals,
  listInvoices,
  recordInvoicePayment,
  remindInvoice,
  sendInvoice,
  updateInvoice,
} from '@adire/contract/invoices.ts'
import { route, tableRoutes } from '../../http/route.ts'
import { retrieveInvoice } from './detail.ts'
import { downloadInvoicesHandler, getInvoiceTotalsHandler, listInvoicesHandler } from './list.ts'
import { getInvoiceNumberingHandler, updateInvoiceNumberingHandler } from './numbers.ts'
import { cancelInvoiceHandler, deleteInvoiceHandler, recordInvoicePaymentHandler } from './record.ts'
import { remindInvoiceHandler, sendInvoiceHandler } from './send.ts'
import { createInvoiceHandler, createSimpleInvoiceHandler, updateInvoiceHandler } from './write.ts'

export const invoiceRoutes = [
  route(listInvoices, listInvoicesHandler),
  route(getInvoiceTotals, getInvoiceTotalsHandler),
  route(getInvoiceNumbering, getInvoiceNumberingHandler),
  route(updateInvoiceNumbering, updateInvoiceNumberingHandler),
  ...tableRoutes(downloadInvoices, downloadInvoicesXlsx, downloadInvoicesHandler),
  route(createSimpleInvoice, createSimpleInvoiceHandler),
  route(createInvoice, createInvoiceHandler),
  route(getInvoice, (context, { id }) => retrieveInvoice(context, id)),
  route(updateInvoice, updateInvoiceHandler),
  route(sendInvoice, sendInvoiceHandler),
  route(remindInvoice, remindInvoiceHandler),
  route(recordInvoicePayment, recordInvoicePaymentHandler),
  route(cancelInvoice, cancelInvoiceHandler),
  route(deleteInvoice, deleteInvoiceHandler),
]
