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
import { openDemo } from './business.ts'

/** Paths of pages of the demo business, by the path of their route. */
export async function findDetails(baseURL: string): Promise<Record<string, string>> {
  const { call } = await openDemo(baseURL)
  const one = { limit: 1 }
  const [payment, dispute, link, customer, settlement, invoice, mandate, plan, coupon, subscription] =
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
  const { id, lastDay } = settlement.content[0]!
  const linkPath = `/payment-link/${link.content[0]!.id}`
  return {
    '/transactions/:transactionId': `/transactions/${payment.content[0]!.id}`,
    '/transactions/disputes/:disputeId': `/transactions/disputes/${dispute.content[0]!.id}`,
    '/payment-link/:id': linkPath,
    '/payment-link/:id/edit': `${linkPath}/edit`,
    '/customers/:customerId': `/customers/${customer.content[0]!.id}`,
    '/payouts/:id/:transactionDate': `/payouts/${id}/${lastDay}`,
    '/invoice_page/:invoiceId': `/invoice_page/${invoice.content[0]!.id}`,
    '/directDebit/:slug': `/directDebit/${mandate.content[0]!.slug}`,
    '/directDebit/:slug/edit': `/directDebit/${mandate.content[0]!.slug}/edit`,
    '/plans/coupons/:couponId': `/plans/coupons/${coupon.content[0]!.id}`,
    '/plans/:planId': `/plans/${plan.content[0]!.id}`,
    '/subscriptions/:id': `/subscriptions/${subscription.content[0]!.id}`,
  }
}
