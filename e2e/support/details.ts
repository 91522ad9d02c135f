import { listCoupons } from '@adire/contract/coupons.ts'
import { listCustomers } from '@adire/contract/customers.ts'
import { listMandates } from '@adire/contract/direct-debit.ts'
import { listDisputes } from '@adire/contract/disputes.ts'
import { listInvoices } from '@adire/contract/invoices.ts'
import { listPaymentLinks } from '@adire/contract/payment-links.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { listPlans } from '@adire/contract/plans.ts'
import { listSettlements } from '@adire/contract/settlements.ts'
import { listSubscriptions } from '@adire/contract/subscriptions.ts'
import { type Business, openDemo } from './business.ts'

/** Paths of pages of the demo business, by the path of their route. */
export async function findDetails(baseURL: string): Promise<Record<string, string>> {
  return findDetailsOf(await openDemo(baseURL))
}

/** The same of another business, for what it has. */
export async function findDetailsOf({ call }: Pick<Business, 'call'>): Promise<Record<string, string>> {
  const one = { limit: 1 }
  const [payment, dispute, link, customer, settlement, invoice, mandate, plan, coupon, subscription] = (
    await Promise.all([
      call(listPayments, one),
      call(listDisputes, one),
      call(listPaymentLinks, one),
      call(listCustomers, one),
      call(listSettlements, one),
      call(listInvoices, one),
      call(listMandates, one),
      call(listPlans, one),
      call(listCoupons, one),
      call(listSubscriptions, one),
    ])
  ).map(({ content }) => content[0] as { id: string; slug?: string; lastDay?: string } | undefined)
  return {
    ...(payment && { '/transactions/:transactionId': `/transactions/${payment.id}` }),
    ...(dispute && { '/transactions/disputes/:disputeId': `/transactions/disputes/${dispute.id}` }),
    ...(link && {
      '/payment-link/:id': `/payment-link/${link.id}`,
      '/payment-link/:id/edit': `/payment-link/${link.id}/edit`,
    }),
    ...(customer && { '/customers/:customerId': `/customers/${customer.id}` }),
    ...(settlement && { '/payouts/:id/:transactionDate': `/payouts/${settlement.id}/${settlement.lastDay}` }),
    ...(invoice && { '/invoice_page/:invoiceId': `/invoice_page/${invoice.id}` }),
    ...(mandate && {
      '/directDebit/:slug': `/directDebit/${mandate.slug}`,
      '/directDebit/:slug/edit': `/directDebit/${mandate.slug}/edit`,
    }),
    ...(plan && { '/plans/:planId': `/plans/${plan.id}` }),
    ...(coupon && { '/plans/coupons/:couponId': `/plans/coupons/${coupon.id}` }),
    ...(subscription && { '/subscriptions/:id': `/subscriptions/${subscription.id}` }),
  }
}
