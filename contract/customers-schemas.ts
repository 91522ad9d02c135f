import * as z from 'zod/mini'
import { customerNoteLength, customerNotesMaximum, customerSorts, customerStatuses } from './customers.ts'
import { describe } from './describe.ts'
import { Email, Id, inputSchema, Kobo, MultilineText, NoContent, Phone, SingleLineText, Timestamp } from './fields.ts'
import {
  asWorkbook,
  exportFields,
  Paginated,
  paginationFields,
  SearchText,
  searchText,
  sortField,
} from './list-schemas.ts'
import { messages } from './messages.ts'
import { Metadata, metadataChange, metadataField, metadataFilter } from './metadata-schemas.ts'

const who = {
  firstName: describe('First name. Optional, at most 60 characters.', z.optional(SingleLineText(60))),
  lastName: describe('Last name. Optional, at most 60 characters.', z.optional(SingleLineText(60))),
  phone: describe('Nigerian phone number, in any format; stored as `+2348031234567`. Optional.', z.optional(Phone)),
}

/** A new customer. Payments are matched to customers by email address, so the email cannot be changed later. */
export const NewCustomer = inputSchema({
  email: Email,
  ...who,
  metadata: metadataField('The customer does not see it.'),
})

/** Name and phone of a customer: left out, they are cleared. Metadata that is left out is unchanged. */
export const CustomerChanges = inputSchema({ ...who, metadata: metadataChange('The customer does not see it.') })

export const BlacklistReason = inputSchema({
  reason: describe(
    'Reason for blacklisting, at most 200 characters. Required. The customer does not see it.',
    SingleLineText(200),
  ),
})

export const CustomerStatus = z.enum(customerStatuses)
export type CustomerStatus = z.infer<typeof CustomerStatus>

export const Customer = describe(
  'A customer, identified by email address.',
  z.object({
    id: Id,
    email: z.string(),
    firstName: z.nullable(z.string()),
    lastName: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    status: describe('`active`, or `blacklisted`: cannot start payments.', CustomerStatus),
    blacklistReason: describe(
      "Merchant's reason for blacklisting. Null for an active customer.",
      z.nullable(z.string()),
    ),
    payments: describe(
      'Number of successful payments, including those refunded later. Card checks do not count.',
      z.int(),
    ),
    paidKobo: describe('Total of these payments in kobo, less what was refunded.', Kobo),
    lastPaidAt: describe('Time of the last successful payment. Null without one.', z.nullable(Timestamp)),
    metadata: describe('Your own data. The customer does not see it.', Metadata),
    createdAt: Timestamp,
  }),
)
export type Customer = z.infer<typeof Customer>

export const CustomerEvent = describe(
  'Timeline event of a customer. `paymentId` is set for payment events.',
  z.object({
    at: Timestamp,
    kind: z.string(),
    text: z.string(),
    paymentId: z.nullable(Id),
  }),
)

export const CustomerDetail = describe(
  'A customer with statistics and timeline.',
  z.extend(Customer, {
    failedPayments: describe('Number of failed payment attempts. Card checks do not count.', z.int()),
    averageKobo: describe('Average in kobo: `paidKobo` divided by `payments`, rounded. 0 without payments.', Kobo),
    firstPaidAt: describe('Time of the first successful payment. Null without one.', z.nullable(Timestamp)),
    events: describe('Timeline, newest first, at most 50 events.', z.array(CustomerEvent)),
  }),
)
export type CustomerDetail = z.infer<typeof CustomerDetail>

export const CustomerNote = describe(
  'A note of the business about a customer. The customer never sees it.',
  z.object({
    id: Id,
    text: z.string(),
    author: describe('Name of the user who wrote it, or the last characters of the key.', z.string()),
    createdAt: Timestamp,
  }),
)
export type CustomerNote = z.infer<typeof CustomerNote>

/** Text of a new note. */
export const NewCustomerNote = inputSchema({
  text: describe(
    `Text, 1 to ${customerNoteLength} characters. Required.`,
    MultilineText(customerNoteLength).check(z.minLength(1, messages.required)),
  ),
})

const filters = { search: searchText, status: z.optional(CustomerStatus) }

export const listCustomers = {
  description:
    'Customers, newest first unless `sort` is given. Those who have not paid are first with `lastPaidAt`, last with `-lastPaidAt`.',
  input: inputSchema({ ...paginationFields, ...filters, metadata: metadataFilter, sort: sortField(customerSorts) }),
  output: Paginated(Customer),
}

export const searchCustomers = {
  description:
    'Customers that match `search`, for a field that suggests customers. Order and search are those of `listCustomers`.',
  input: inputSchema({ ...paginationFields, search: SearchText(254) }),
  output: Paginated(Customer),
}

export const createCustomer = {
  description:
    'Adds a customer. 422 `customer_exists` at `email` when the business already has a customer with this ' +
    'email address.',
  input: NewCustomer,
  output: Customer,
}

export const getCustomer = {
  description: 'One customer by id, with statistics and timeline. 404 `customer_not_found`.',
  input: inputSchema({ id: Id }),
  output: CustomerDetail,
}

export const updateCustomer = {
  description:
    'Replaces name and phone of a customer: if left out, they are cleared. `metadata` that is left out is ' +
    'unchanged. 404 `customer_not_found`.',
  input: z.extend(CustomerChanges, { id: Id }),
  output: Customer,
}

export const listCustomerNotes = {
  description: `Notes about a customer, newest first; there are at most ${customerNotesMaximum}. 404 \`customer_not_found\`.`,
  input: inputSchema({ id: Id }),
  output: z.object({ content: z.array(CustomerNote) }),
}

export const addCustomerNote = {
  description: `Adds a note about a customer. 409 \`too_many_notes\` when there are ${customerNotesMaximum}.`,
  input: z.extend(NewCustomerNote, { id: Id }),
  output: CustomerNote,
}

export const removeCustomerNote = {
  description: 'Removes a note about a customer. 404 `customer_note_not_found`.',
  input: inputSchema({ id: Id, noteId: describe('Id of the note. Required.', Id) }),
  output: NoContent,
}

export const blacklistCustomer = {
  description:
    'Blacklists a customer: they can start no new payments to this business; payments in progress ' +
    'continue. 409 `customer_blacklisted` when already blacklisted.',
  input: z.extend(BlacklistReason, { id: Id }),
  output: Customer,
}

export const unblacklistCustomer = {
  description: 'Removes a customer from the blacklist. 409 `customer_active` when not blacklisted.',
  input: inputSchema({ id: Id }),
  output: Customer,
}

export const downloadCustomers = {
  description: 'CSV file of all customers that match the filter.',
  input: inputSchema({ ...filters, ...exportFields }),
  output: z.string(),
}

export const downloadCustomersXlsx = asWorkbook(downloadCustomers)

export const exportCustomer = {
  description:
    'All stored data of one customer, to hand over on request (right of access, Nigeria Data Protection ' +
    'Act). At most 10,000 payments, invoices, mandates, subscriptions, saved cards and notes each. 404 ' +
    '`customer_not_found`.',
  input: inputSchema({ id: Id }),
  output: z.object({
    customer: CustomerDetail,
    notes: z.array(z.record(z.string(), z.unknown())),
    mandates: z.array(z.record(z.string(), z.unknown())),
    invoices: z.array(z.record(z.string(), z.unknown())),
    subscriptions: z.array(z.record(z.string(), z.unknown())),
    payments: z.array(z.record(z.string(), z.unknown())),
    savedCards: z.array(z.record(z.string(), z.unknown())),
  }),
}

export const eraseCustomer = {
  description:
    "Erases a customer's personal data: names, email, phone and traces in payments. Amounts are kept for " +
    "accounting. Cannot be undone, so `email` must repeat the customer's email address: 422 at `email` " +
    'otherwise. 409 while something of the customer is open: `payment_under_way`, `refund_under_way` (a ' +
    'refund or a dispute), `invoice_open` (also a draft), `mandate_open` (also a draft), ' +
    '`subscription_running`.',
  input: inputSchema({ id: Id, email: Email }),
  output: Customer,
}
