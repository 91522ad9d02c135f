import { listCustomers } from '@adire/contract/customers.ts'
import { listMandates } from '@adire/contract/direct-debit.ts'
import { listDisputes } from '@adire/contract/disputes.ts'
import type { Endpoint } from '@adire/contract/endpoint.ts'
import { listInvoices } from '@adire/contract/invoices.ts'
import { listPaymentLinks } from '@adire/contract/payment-links.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { listPlans } from '@adire/contract/plans.ts'
import { listSubscriptions } from '@adire/contract/subscriptions.ts'
import { useCall } from '../../client/api.ts'
import { useCan } from '../../client/permissions.ts'
import type { PaletteGroup } from '../../ui/palette-dialog.tsx'
import {
  customerGroup,
  disputeGroup,
  invoiceGroup,
  linkGroup,
  mandateGroup,
  paymentGroup,
  planGroup,
  subscriptionGroup,
} from './found-groups.ts'
import { parsePaymentQuery } from './payment-query.ts'

const limit = 5
/** Payments of a person are often more than a handful. */
const paymentLimit = 8
/** Minimum query length: one letter matches too much. */
export const shortestSearch = 2

/** Search over the business's data, a few results of each type. Filters for the transaction list are no text to search for. */
export function useFound(typed: string) {
  const search = parsePaymentQuery(typed) ? '' : typed.trim().slice(0, 60)
  const isLong = search.length >= shortestSearch
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
    paymentGroup(payments.data?.content ?? []),
    customerGroup(customers.data?.content ?? []),
    disputeGroup(disputes.data?.content ?? []),
    linkGroup(links.data?.content ?? []),
    invoiceGroup(invoices.data?.content ?? []),
    mandateGroup(mandates.data?.content ?? []),
    planGroup(plans.data?.content ?? []),
    subscriptionGroup(subscriptions.data?.content ?? []),
  ]
  return {
    groups,
    isSearching: all.some(({ isFetching }) => isFetching),
    hasFailed: all.some(({ error }) => error),
  }
}
