import * as invoiceNumbers from '@adire/contract/invoice-numbers.ts'
import * as invoices from '@adire/contract/invoices.ts'
import { route, tableRoutes } from '../../http/route.ts'
import { retrieveInvoice } from './detail.ts'
import { downloadInvoicesHandler, getInvoiceTotalsHandler, listInvoicesHandler } from './list.ts'
import { getInvoiceNumberingHandler, updateInvoiceNumberingHandler } from './numbers.ts'
import { cancelInvoiceHandler, deleteInvoiceHandler, recordInvoicePaymentHandler } from './record.ts'
import { removeInvoicePaymentHandler } from './remove-payment.ts'
import { remindInvoiceHandler, sendInvoiceHandler } from './send.ts'
import { createInvoiceHandler, createSimpleInvoiceHandler, updateInvoiceHandler } from './write.ts'

export const invoiceRoutes = [
  route(invoices.listInvoices, listInvoicesHandler),
  route(invoices.getInvoiceTotals, getInvoiceTotalsHandler),
  route(invoiceNumbers.getInvoiceNumbering, getInvoiceNumberingHandler),
  route(invoiceNumbers.updateInvoiceNumbering, updateInvoiceNumberingHandler),
  ...tableRoutes(invoices.downloadInvoices, invoices.downloadInvoicesXlsx, downloadInvoicesHandler),
  route(invoices.createSimpleInvoice, createSimpleInvoiceHandler),
  route(invoices.createInvoice, createInvoiceHandler),
  route(invoices.getInvoice, (context, { id }) => retrieveInvoice(context, id)),
  route(invoices.updateInvoice, updateInvoiceHandler),
  route(invoices.sendInvoice, sendInvoiceHandler),
  route(invoices.remindInvoice, remindInvoiceHandler),
  route(invoices.recordInvoicePayment, recordInvoicePaymentHandler),
  route(invoices.removeInvoicePayment, removeInvoicePaymentHandler),
  route(invoices.cancelInvoice, cancelInvoiceHandler),
  route(invoices.deleteInvoice, deleteInvoiceHandler),
]
