import { endpointsFor } from './endpoint.ts'
import type * as schemas from './invoice-numbers-schemas.ts'

const { get, post } = endpointsFor('core', 'merchant', 'payments', 'invoices')
export const getInvoiceNumbering = get<typeof schemas.getInvoiceNumbering>('invoice/numbering')
export const updateInvoiceNumbering = post<typeof schemas.updateInvoiceNumbering>('invoice/numbering', {
  errors: ['invoice_number_taken'],
})
