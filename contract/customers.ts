import type * as schemas from './customers-schemas.ts'
import { endpointsFor } from './endpoint.ts'
import { limits } from './limits.ts'

/** Email that replaces the one of an erased customer, unique and undeliverable. */
export const erasedEmail = (id: string) => `erased-${id.slice(-12)}@erased.invalid`
export const isErasedEmail = (email: string) => email.endsWith('@erased.invalid')

/** Maximum notes of a customer, and characters of one. */
export const customerNotesMaximum = 100
export const customerNoteLength = 1000

export const customerStatuses = ['active', 'blacklisted'] as const

/** Orders of the list of customers; each has an index. */
export const customerSorts = [
  '-createdAt',
  'createdAt',
  'name',
  '-name',
  '-lastPaidAt',
  'lastPaidAt',
  '-paidKobo',
  'paidKobo',
] as const

const { get, post, create, del } = endpointsFor('core', 'merchant', 'payments', 'customers')
export const listCustomers = get<typeof schemas.listCustomers>('customers')
export const searchCustomers = get<typeof schemas.searchCustomers>('customers/search')
export const createCustomer = create<typeof schemas.createCustomer>('customers', { errors: ['customer_exists'] })
export const getCustomer = get<typeof schemas.getCustomer>('customers/:id', { errors: ['customer_not_found'] })
export const updateCustomer = post<typeof schemas.updateCustomer>('customers/:id', { errors: ['customer_not_found'] })
export const blacklistCustomer = post<typeof schemas.blacklistCustomer>('customers/:id/blacklist', {
  errors: ['customer_blacklisted', 'customer_not_found'],
})
export const listCustomerNotes = get<typeof schemas.listCustomerNotes>('customers/:id/notes', {
  errors: ['customer_not_found'],
})
export const addCustomerNote = create<typeof schemas.addCustomerNote>('customers/:id/notes', {
  permission: 'notes.manage',
  errors: ['customer_not_found', 'too_many_notes'],
})
export const removeCustomerNote = del<typeof schemas.removeCustomerNote>('customers/:id/notes/:noteId', {
  permission: 'notes.manage',
  errors: ['customer_note_not_found'],
})
export const unblacklistCustomer = post<typeof schemas.unblacklistCustomer>('customers/:id/unblacklist', {
  errors: ['customer_active', 'customer_not_found'],
})

const { download } = endpointsFor('core', 'merchant', 'payments', 'customers')
export const downloadCustomers = download<typeof schemas.downloadCustomers>(
  'customers/csv/download',
  limits.downloads.customers,
)
export const downloadCustomersXlsx = download<typeof schemas.downloadCustomersXlsx>(
  'customers/xlsx/download',
  'customer.xlsx',
)

const member = endpointsFor('core', 'member', 'payments', 'customers')
export const exportCustomer = member.get<typeof schemas.exportCustomer>('customers/:id/export', {
  errors: ['customer_not_found'],
})
export const eraseCustomer = member.post<typeof schemas.eraseCustomer>('customers/:id/erase', {
  errors: [
    'customer_not_found',
    'invoice_open',
    'mandate_open',
    'payment_under_way',
    'refund_under_way',
    'subscription_running',
  ],
})
