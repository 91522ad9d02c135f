import type { Parsed } from '@adire/contract/endpoint.ts'
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
import { answer, answerDownload } from '../../http/answer.ts'
import { show } from './detail.ts'
import { download, list, totals } from './list.ts'
import { cancel, recordPayment, remove } from './record.ts'
import { remind, send } from './send.ts'
import { create, createSimple, update } from './write.ts'

export { forgetCustomer, invoicesOf, openInvoicesOf } from './forget.ts'
export { numberOf, owedOf } from './move.ts'
export { isOwed } from './open-payments.ts'
export { countRefund } from './refunded.ts'
export { findInvoice, sheetOf } from './sheet.ts'

export const routes = [
  answer(listInvoices, list),
  answer(getInvoiceTotals, totals),
  answerDownload(downloadInvoices, download),
  answer(createSimpleInvoice, createSimple),
  answer(createInvoice, create),
  answer(getInvoice, get),
  answer(updateInvoice, update),
  answer(sendInvoice, send),
  answer(remindInvoice, remind),
  answer(recordInvoicePayment, recordPayment),
  answer(cancelInvoice, cancel),
  answer(deleteInvoice, remove),
]

async function get(context: MerchantContext, { id }: Parsed<typeof getInvoice>) {
  return show(context, id)
}
