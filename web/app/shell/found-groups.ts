import type { listCustomers } from '@adire/contract/customers.ts'
import type { listMandates } from '@adire/contract/direct-debit.ts'
import type { listDisputes } from '@adire/contract/disputes.ts'
import type { Endpoint, EndpointOutput } from '@adire/contract/endpoint.ts'
import type { listInvoices } from '@adire/contract/invoices.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { listPaymentLinks } from '@adire/contract/payment-links.ts'
import type { listPayments } from '@adire/contract/payments.ts'
import type { listPlans } from '@adire/contract/plans.ts'
import { statusLabel } from '@adire/contract/status-names.ts'
import type { listSubscriptions } from '@adire/contract/subscriptions.ts'
import { formatDateTime } from '../../ui/date.ts'
import type { PaletteGroup } from '../../ui/palette-dialog.tsx'

/** Rows of a list that match the search; empty until they are loaded. */
type Found<E extends Endpoint> = EndpointOutput<E> extends { content: infer Rows } ? Rows : never

export const paymentGroup = (found: Found<typeof listPayments>): PaletteGroup => ({
  title: 'Transactions',
  items: found.map(({ id, amountKobo, status, createdAt, customerName, customerEmail }) => ({
    id,
    name: `${formatNaira(amountKobo)} from ${customerName ?? customerEmail}`,
    note: `${statusLabel(status)}, ${formatDateTime(createdAt)}`,
    to: `/transactions/${id}`,
  })),
})

export const customerGroup = (found: Found<typeof listCustomers>): PaletteGroup => ({
  title: 'Customers',
  items: found.map(({ id, firstName, lastName, email }) => ({
    id,
    name: [firstName, lastName].filter(Boolean).join(' ') || email,
    note: email,
    to: `/customers/${id}`,
  })),
})

export const disputeGroup = (found: Found<typeof listDisputes>): PaletteGroup => ({
  title: 'Disputes',
  items: found.map(({ id, amountKobo, createdAt, customerName, customerEmail }) => ({
    id,
    name: `${formatNaira(amountKobo)} from ${customerName ?? customerEmail}`,
    note: `Opened ${formatDateTime(createdAt)}`,
    to: `/transactions/disputes/${id}`,
  })),
})

export const linkGroup = (found: Found<typeof listPaymentLinks>): PaletteGroup => ({
  title: 'Payment links',
  items: found.map(({ id, name, slug }) => ({
    id,
    name,
    note: slug,
    to: `/payment-link/${id}`,
  })),
})

export const invoiceGroup = (found: Found<typeof listInvoices>): PaletteGroup => ({
  title: 'Invoices',
  items: found.map(({ id, number, customerName, customerEmail, totalKobo }) => ({
    id,
    name: `${number ?? 'Draft'}, ${formatNaira(totalKobo)}`,
    note: customerName ?? customerEmail,
    to: `/invoice_page/${id}`,
  })),
})

export const mandateGroup = (found: Found<typeof listMandates>): PaletteGroup => ({
  title: 'Mandates',
  items: found.map(({ id, slug, reference, customerName, customerEmail, bankName }) => ({
    id,
    name: customerName ?? customerEmail,
    note: `${reference}, ${bankName}`,
    to: `/directDebit/${slug}`,
  })),
})

export const planGroup = (found: Found<typeof listPlans>): PaletteGroup => ({
  title: 'Plans',
  items: found.map(({ id, name, code }) => ({ id, name, note: code, to: `/plans/${id}` })),
})

export const subscriptionGroup = (found: Found<typeof listSubscriptions>): PaletteGroup => ({
  title: 'Subscriptions',
  items: found.map(({ id, plan, customerName, customerEmail, code }) => ({
    id,
    name: `${plan.name}, ${customerName ?? customerEmail}`,
    note: code,
    to: `/subscriptions/${id}`,
  })),
})
