import * as z from 'zod/mini'
import { BlacklistReason, CustomerChanges, NewCustomer } from './customer-form.ts'
import { endpointsFor } from './endpoint.ts'
import {
  csvColumns,
  Email,
  Id,
  inputSchema,
  Kobo,
  Paginated,
  paginationFields,
  SearchText,
  Timestamp,
} from './fields.ts'
import { limits } from './limits.ts'

export const customerStatuses = ['active', 'blacklisted'] as const
export const CustomerStatus = z.enum(customerStatuses)
export type CustomerStatus = z.infer<typeof CustomerStatus>

export const Customer = z.object({
  id: Id,
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  status: CustomerStatus,
  blacklistReason: z.nullable(z.string()),
  /** Successful payments, and what was paid with them. */
  payments: z.int(),
  paidKobo: Kobo,
  lastPaidAt: z.nullable(Timestamp),
  createdAt: Timestamp,
})
export type Customer = z.infer<typeof Customer>

/** What happened with a customer, newest first; a payment's has its id. */
export const CustomerEvent = z.object({
  at: Timestamp,
  kind: z.string(),
  text: z.string(),
  paymentId: z.nullable(Id),
})
export const CustomerDetail = z.extend(Customer, {
  /** Tries that were not paid. */
  failedPayments: z.int(),
  averageKobo: Kobo,
  firstPaidAt: z.nullable(Timestamp),
  events: z.array(CustomerEvent),
})
export type CustomerDetail = z.infer<typeof CustomerDetail>

const filters = { search: z.optional(SearchText(254)), status: z.optional(CustomerStatus) }

const { get, post, create } = endpointsFor('core', 'merchant')
/** Newest first. `search` finds by the beginning of an address, of a first or of a last name. */
export const listCustomers = get('customers', inputSchema({ ...paginationFields, ...filters }), Paginated(Customer))
/** As the list, for a field in which a customer is chosen. */
export const searchCustomers = get(
  'customers/search',
  inputSchema({ ...paginationFields, search: SearchText(254) }),
  Paginated(Customer),
)
/** 422 at `email` where the business knows the address already. */
export const createCustomer = create('customers', NewCustomer, Customer)
export const getCustomer = get('customers/:id', inputSchema({ id: Id }), CustomerDetail)
export const updateCustomer = post('customers/:id', z.extend(CustomerChanges, { id: Id }), Customer)
/** A blacklisted customer starts no payment with this business; what is under way goes on. */
export const blacklistCustomer = post('customers/:id/blacklist', z.extend(BlacklistReason, { id: Id }), Customer)
export const unblacklistCustomer = post('customers/:id/unblacklist', inputSchema({ id: Id }), Customer)

const { download } = endpointsFor('core', 'merchant')
/** All that the filter finds. */
export const downloadCustomers = download(
  'customers/csv/download',
  inputSchema({ ...filters, columns: csvColumns }),
  z.string(),
  limits.downloads.customers,
)

const member = endpointsFor('core', 'member')
/** Everything that is kept of one customer, for the customer (Nigeria Data Protection Act, access). */
export const exportCustomer = member.get(
  'customers/:id/export',
  inputSchema({ id: Id }),
  z.object({
    customer: CustomerDetail,
    mandates: z.array(z.record(z.string(), z.unknown())),
    invoices: z.array(z.record(z.string(), z.unknown())),
    subscriptions: z.array(z.record(z.string(), z.unknown())),
    payments: z.array(z.record(z.string(), z.unknown())),
  }),
)
/**
 * Forgets who a customer was: names, address, phone and traces in payments go, amounts stay, as the books must. Not to be
 * undone, so the address is typed once more. 409 while a payment is under way.
 */
export const eraseCustomer = member.post('customers/:id/erase', inputSchema({ id: Id, email: Email }), Customer)
