import { listCustomers } from '@adire/contract/customers.ts'
import { listMandates } from '@adire/contract/direct-debit.ts'
import { listDisputes } from '@adire/contract/disputes.ts'
import type { Endpoint } from '@adire/contract/endpoint.ts'
import { listInvoices } from '@adire/contract/invoices.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { listPaymentLinks } from '@adire/contract/payment-links.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { listPlans } from '@adire/contract/plans.ts'
import { statusLabel } from '@adire/contract/status-names.ts'
import { listSubscriptions } from '@adire/contract/subscriptions.ts'
import { useCall } from '../../client/api.ts'
import { useCan } from '../../client/permissions.ts'
import { formatDateTime } from '../../ui/date.ts'
import type { PaletteGroup } from '../../ui/palette-dialog.tsx'
import { parsePaymentQuery } from './payment-query.ts'

const limit = 5
/** Payments of a person are often more than a handful. */
const paymentLimit = 8
/** Minimum query length: one letter matches too much. */
export const shortest = 2

/** Search over the business's data, a few results of each type. Filters for the transaction list are no text to search for. */
export function useFound(typed: string) {
  const search = parsePaymentQuery(typed) ? '' : typed.trim().slice(0, 60)
  const isLong = search.length >= shortest
  const can = useCan()
  const choicesFor = (endpoint: Endpoint) => ({ enabled: isLong && can(endpoint), retry: false })
  const payments = useCall(listPayments, { search, limit: paymentLimit }, choicesFor(listPayments))
  const customers = useCall(listCustomers, { search, limit }, choicesFor(listCustomers))
  const disputes = useCall(listDisputes, { search, limit }, choicesFor(listDisputes))
  const links = useCall(listPaymentLinks, { search, limit }, choicesFor(listPaymentLinks))
  const invoices = useCall(listInvoices, { search, limit }, choicesFor(listInvoices))
  const mandates = useCall(listMandates, { search, limit }, choicesFor(listMandates))
  const plans = useCall(listPlans, { search, limit }, choicesFor(listPlans))
  const subscriptions = useCall(listSubscriptions, { search, limit }, choicesFor(listSubscriptions))
  const all = [payments, customers, disputes, links, invoices, mandates, plans, subscriptions]
  if (!isLong) return { groups: [], isSearching: false, hasFailed: false }
  const groups: PaletteGroup[] = [
    {
      title: 'Transactions',
      items: (payments.data?.content ?? []).map(
        ({ id, amountKobo, status, createdAt, customerName, customerEmail }) => ({
          id,
          name: `${formatNaira(amountKobo)} from ${customerName ?? customerEmail}`,
          note: `${statusLabel(status)}, ${formatDateTime(createdAt)}`,
          to: `/transactions/${id}`,
        }),
      ),
    },
    {
      title: 'Customers',
      items: (customers.data?.content ?? []).map(({ id, firstName, lastName, email }) => ({
        id,
        name: [firstName, lastName].filter(Boolean).join(' ') || email,
        note: email,
        to: `/customers/${id}`,
      })),
    },
    {
      title: 'Disputes',
      items: (disputes.data?.content ?? []).map(({ id, amountKobo, createdAt, customerName, customerEmail }) => ({
        id,
        name: `${formatNaira(amountKobo)} from ${customerName ?? customerEmail}`,
        note: `Opened ${formatDateTime(createdAt)}`,
        to: `/transactions/disputes/${id}`,
      })),
    },
    {
      title: 'Payment links',
      items: (links.data?.content ?? []).map(({ id, name, slug }) => ({
        id,
        name,
        note: slug,
        to: `/payment-link/${id}`,
      })),
    },
    {
      title: 'Invoices',
      items: (invoices.data?.content ?? []).map(({ id, number, customerName, customerEmail, totalKobo }) => ({
        id,
        name: `${number ?? 'Draft'}, ${formatNaira(totalKobo)}`,
        note: customerName ?? customerEmail,
        to: `/invoice_page/${id}`,
      })),
    },
    {
      title: 'Mandates',
      items: (mandates.data?.content ?? []).map(({ id, slug, reference, customerName, customerEmail, bankName }) => ({
        id,
        name: customerName ?? customerEmail,
        note: `${reference}, ${bankName}`,
        to: `/directDebit/${slug}`,
      })),
    },
    {
      title: 'Plans',
      items: (plans.data?.content ?? []).map(({ id, name, code }) => ({ id, name, note: code, to: `/plans/${id}` })),
    },
    {
      title: 'Subscriptions',
      items: (subscriptions.data?.content ?? []).map(({ id, plan, customerName, customerEmail, code }) => ({
        id,
        name: `${plan.name}, ${customerName ?? customerEmail}`,
        note: code,
        to: `/subscriptions/${id}`,
      })),
    },
  ]
  return {
    groups,
    isSearching: all.some(({ isFetching }) => isFetching),
    hasFailed: all.some(({ error }) => error),
  }
}
