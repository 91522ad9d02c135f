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

/** A customer, identified by email address. */
export const Customer = z.object({
  id: Id,
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** `active`, or `blacklisted`: cannot start payments. */
  status: CustomerStatus,
  /** Merchant's reason for blacklisting. Null for an active customer. */
  blacklistReason: z.nullable(z.string()),
  /** Number of successful payments, including those refunded later. Card checks do not count. */
  payments: z.int(),
  /** Total of these payments in kobo, less what was refunded. */
  paidKobo: Kobo,
  /** Time of the last successful payment. Null without one. */
  lastPaidAt: z.nullable(Timestamp),
  createdAt: Timestamp,
})
export type Customer = z.infer<typeof Customer>

/** Timeline event of a customer. `paymentId` is set for payment events. */
export const CustomerEvent = z.object({
  at: Timestamp,
  kind: z.string(),
  text: z.string(),
  paymentId: z.nullable(Id),
})
/** A customer with statistics and timeline. */
export const CustomerDetail = z.extend(Customer, {
  /** Number of failed payment attempts. */
  failedPayments: z.int(),
  /** Average in kobo: `paidKobo` divided by `payments`, rounded. 0 without payments. */
  averageKobo: Kobo,
  /** Time of the first successful payment. Null without one. */
  firstPaidAt: z.nullable(Timestamp),
  /** Timeline, newest first, at most 50 events. */
  events: z.array(CustomerEvent),
})
export type CustomerDetail = z.infer<typeof CustomerDetail>

const filters = { search: z.optional(SearchText(254)), status: z.optional(CustomerStatus) }

const { get, post, create } = endpointsFor('core', 'merchant')
/** Customers, newest first. `search` matches the start of an email address, a first name or a last name. */
export const listCustomers = get('customers', inputSchema({ ...paginationFields, ...filters }), Paginated(Customer))
/** Customers that match `search`, for a customer field with suggestions. Same order and search as the list. */
export const searchCustomers = get(
  'customers/search',
  inputSchema({ ...paginationFields, search: SearchText(254) }),
  Paginated(Customer),
)
/** Adds a customer. 422 `customer_exists` at `email` when the business already has a customer with this email address. */
export const createCustomer = create('customers', NewCustomer, Customer)
/** One customer by id, with statistics and timeline. 404 `customer_not_found`. */
export const getCustomer = get('customers/:id', inputSchema({ id: Id }), CustomerDetail)
/** Replaces name and phone of a customer: a field that is left out is cleared. 404 `customer_not_found`. */
export const updateCustomer = post('customers/:id', z.extend(CustomerChanges, { id: Id }), Customer)
/**
 * Blacklists a customer: they can start no new payments to this business; payments in progress continue. 409
 * `customer_blacklisted` when already blacklisted.
 */
export const blacklistCustomer = post('customers/:id/blacklist', z.extend(BlacklistReason, { id: Id }), Customer)
/** Removes a customer from the blacklist. 409 `customer_active` when not blacklisted. */
export const unblacklistCustomer = post('customers/:id/unblacklist', inputSchema({ id: Id }), Customer)

const { download } = endpointsFor('core', 'merchant')
/** CSV file of all customers that match the filter. */
export const downloadCustomers = download(
  'customers/csv/download',
  inputSchema({ ...filters, columns: csvColumns }),
  z.string(),
  limits.downloads.customers,
)

const member = endpointsFor('core', 'member')
/**
 * All stored data of one customer, to hand over on request (right of access, Nigeria Data Protection Act). At most
 * 10,000 payments, invoices, mandates and subscriptions each. 404 `customer_not_found`.
 */
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
 * Erases a customer's personal data: names, email, phone and traces in payments. Amounts are kept for accounting.
 * Cannot be undone, so `email` must repeat the customer's email address: 422 at `email` otherwise. 409 while something
 * of the customer is open: `payment_under_way`, `refund_under_way` (a refund or a dispute), `invoice_open` (also a draft),
 * `mandate_open` (also a draft), `subscription_running`.
 */
export const eraseCustomer = member.post('customers/:id/erase', inputSchema({ id: Id, email: Email }), Customer)
