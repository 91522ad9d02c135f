import { invoiceStatusNames } from '@adire/contract/invoices.ts'
import type { InvoiceStatus } from '@adire/contract/invoices-schemas.ts'
import { StatusBadge } from '../ui/badge.tsx'

export const InvoiceBadge = ({ status }: { status: InvoiceStatus }) => (
  <StatusBadge status={status} label={invoiceStatusNames[status]} />
)
