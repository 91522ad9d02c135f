import { isErasedEmail } from '@adire/contract/customers.ts'
import type { Customer } from '@adire/contract/customers-schemas.ts'
import { spacedPhone } from '@adire/contract/phone.ts'
import { Amount } from '../../ui/amount.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { formatDate } from '../../ui/date.ts'
import type { TableColumn } from '../../ui/table.tsx'
import { customerName, customerStatus } from './customer-name.ts'

export const customerColumns: readonly TableColumn<Customer>[] = [
  {
    label: 'Customer',
    csv: ['firstName', 'lastName'],
    phone: 'title',
    cell: (customer) => (
      <span title={customer.email} className="block max-w-64 truncate">
        {customerName(customer)}
      </span>
    ),
  },
  {
    label: 'Email',
    csv: ['email'],
    from: 'lg',
    quiet: true,
    cell: ({ email }) => <span className="block max-w-64 truncate">{isErasedEmail(email) ? '\u2013' : email}</span>,
  },
  {
    label: 'Phone',
    csv: ['phone'],
    from: 'xl',
    quiet: true,
    cell: ({ phone }) => (phone ? spacedPhone(phone) : '\u2013'),
  },
  { label: 'Paid', csv: ['paid'], align: 'right', phone: 'value', cell: ({ paidKobo }) => <Amount kobo={paidKobo} /> },
  {
    label: 'Payments',
    csv: ['payments'],
    align: 'right',
    from: 'lg',
    cell: ({ payments }) => <span className="figures">{payments.toLocaleString('en-US')}</span>,
  },
  {
    label: 'Status',
    csv: ['status'],
    phone: 'state',
    cell: (customer) => <StatusBadge status={customerStatus(customer)} />,
  },
  {
    label: 'Last paid',
    csv: ['lastPaid'],
    align: 'right',
    phone: 'note',
    quiet: true,
    cell: ({ lastPaidAt }) => (lastPaidAt ? <time dateTime={lastPaidAt}>{formatDate(lastPaidAt)}</time> : 'Not yet'),
  },
]
