import { isErasedEmail } from '@adire/contract/customers.ts'
import type { Customer } from '@adire/contract/customers-schemas.ts'
import { groupDigits } from '@adire/contract/group-digits.ts'
import { spacedPhone } from '@adire/contract/phone.ts'
import { actionsColumn } from '../../ui/actions-column.tsx'
import { Amount } from '../../ui/amount.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { formatDate } from '../../ui/date.ts'
import type { TableColumn } from '../../ui/table-column.ts'
import { CustomerActions } from './customer-actions.tsx'
import { customerName, customerStatus } from './customer-name.ts'

export const customerColumns: readonly TableColumn<Customer>[] = [
  {
    label: 'Customer',
    sortBy: { field: 'name', kind: 'name' },
    csv: ['firstName', 'lastName'],
    phone: 'title',
    cell: (customer) => customerName(customer),
    fullText: (customer) => customerName(customer),
  },
  {
    label: 'Email',
    csv: ['email'],
    drops: 2,
    quiet: true,
    cell: ({ email }) => (isErasedEmail(email) ? '\u2013' : email),
    fullText: ({ email }) => (isErasedEmail(email) ? null : email),
  },
  {
    label: 'Phone',
    csv: ['phone'],
    drops: 4,
    quiet: true,
    cell: ({ phone }) => (phone ? spacedPhone(phone) : '\u2013'),
  },
  {
    label: 'Paid',
    sortBy: { field: 'paidKobo', kind: 'amount' },
    csv: ['paid'],
    align: 'right',
    phone: 'value',
    cell: ({ paidKobo }) => <Amount kobo={paidKobo} />,
  },
  {
    label: 'Payments',
    csv: ['payments'],
    align: 'right',
    drops: 3,
    room: 7,
    cell: ({ payments }) => <span className="figures">{groupDigits(payments)}</span>,
  },
  {
    label: 'Status',
    csv: ['status'],
    phone: 'state',
    cell: (customer) => <StatusBadge status={customerStatus(customer)} />,
  },
  {
    label: 'Last paid',
    sortBy: { field: 'lastPaidAt', kind: 'date' },
    csv: ['lastPaid'],
    align: 'right',
    drops: 1,
    room: 8,
    phone: 'note',
    quiet: true,
    cell: ({ lastPaidAt }) =>
      lastPaidAt ? <time dateTime={lastPaidAt}>{formatDate(lastPaidAt)}</time> : 'No payments yet',
  },
  actionsColumn((customer) => <CustomerActions customer={customer} isRow />),
]
