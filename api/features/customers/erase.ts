import type { eraseCustomer } from '@adire/contract/customers.ts'
import type { Parsed } from '@adire/contract/endpoint.ts'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { record } from '../audit/audit.ts'
import { forgetCharges } from '../charges/charges.ts'
import { forgetMandates, openMandatesOf } from '../direct-debit/direct-debit.ts'
import { forgetDisputes, openDisputesOf } from '../disputes/disputes.ts'
import { forgetCustomer, openInvoicesOf } from '../invoices/invoices.ts'
import { notifications } from '../notifications/tables.ts'
import { paymentEvents, payments } from '../payments/tables.ts'
import { forgetRefunds, openRefundsOf } from '../refunds/refunds.ts'
import { forgetInRequests } from '../request-log/request-log.ts'
import { forgetSubscriber, runningSubscriptionsOf } from '../subscriptions/subscriptions.ts'
import { forgetInWebhooks } from '../webhooks/webhooks.ts'
import { tell } from './change.ts'
import { show } from './list.ts'
import { customerEvents, customers } from './tables.ts'

/** Nobody has an address like that, and no two erased customers share one. */
const placeFor = (id: string) => `erased-${id.slice(-12)}@erased.invalid`

/** Forgets who a customer was, wherever the business would find it; the amounts stay, as the books must. */
export async function erase(context: MemberContext, { id, email }: Parsed<typeof eraseCustomer>) {
  const { tx, merchant, now } = context
  const [customer] = await tx
    .select()
    .from(customers)
    .where(and(eq(customers.merchantId, merchant.id), eq(customers.id, id), isNull(customers.erasedAt)))
    .for('update')
  if (!customer) throw problem.notFound('customer')
  if (customer.email !== email) throw problem.field('email', 'This is not the address of this customer')
  const ofHers = and(eq(payments.merchantId, merchant.id), eq(payments.customerEmail, customer.email))
  const open = await tx.$count(payments, and(ofHers, inArray(payments.status, ['pending', 'processing'])))
  if (open > 0)
    throw problem.conflict('payment_under_way', 'A payment of this customer is under way. Try again when it has ended.')
  const unsettled = (await openRefundsOf(tx, merchant.id, ofHers)) + (await openDisputesOf(tx, merchant.id, ofHers))
  if (unsettled > 0)
    throw problem.conflict(
      'refund_under_way',
      'A refund or a dispute of this customer is under way. Try again when it has ended.',
    )
  if ((await openInvoicesOf(tx, { merchantId: merchant.id, customerId: id })) > 0)
    throw problem.conflict(
      'invoice_open',
      'An invoice of this customer is a draft or not paid yet. Delete it, cancel it, or wait until it is paid.',
    )
  if ((await openMandatesOf(tx, { merchantId: merchant.id, customerId: id })) > 0)
    throw problem.conflict('mandate_open', 'A mandate of this customer has not ended. Cancel it, or delete the draft.')
  if ((await runningSubscriptionsOf(tx, { merchantId: merchant.id, customerId: id })) > 0)
    throw problem.conflict('subscription_running', 'A subscription of this customer has not ended. Cancel it first.')
  await tx
    .update(customers)
    .set({
      email: placeFor(id),
      firstName: null,
      lastName: null,
      phone: null,
      blacklistReason: null,
      status: 'active',
      erasedAt: now,
    })
    .where(and(eq(customers.merchantId, merchant.id), eq(customers.id, id)))
  await forgetInPayments(context, customer, ofHers)
  await forgetInRequests(tx, merchant.id, customer.email)
  await forgetCharges(tx, merchant.id, customer.email, placeFor(id))
  await forgetSubscriber(tx, { merchantId: merchant.id, customerId: id }, customer.email, placeFor(id))
  await forgetCustomer(tx, { merchantId: merchant.id, customerId: id }, customer.email, placeFor(id))
  await forgetMandates(tx, { merchantId: merchant.id, customerId: id }, customer.email, placeFor(id))
  await tx
    .delete(customerEvents)
    .where(and(eq(customerEvents.merchantId, merchant.id), eq(customerEvents.customerId, id)))
  await forgetInWebhooks(tx, merchant.id, customer.email)
  await tell(context, id, 'erased', 'Erased; what was paid stays in the books')
  await record(context, { action: 'customer.erased', object: placeFor(id) })
  return show(context, id)
}

type Customer = typeof customers.$inferSelect

async function forgetInPayments({ tx, merchant }: MemberContext, { id, email }: Customer, ofHers: SQL | undefined) {
  const forgotten = await tx
    .update(payments)
    .set({
      customerEmail: placeFor(id),
      customerName: null,
      customerPhone: null,
      cardBin: null,
      cardLast4: null,
      cardExpiryMonth: null,
      cardExpiryYear: null,
      cardBank: null,
      senderName: null,
      senderBank: null,
      senderAccount: null,
      ipAddress: null,
      metadata: null,
      note: null,
    })
    .where(ofHers)
    .returning({ id: payments.id })
  const ids = forgotten.map((payment) => payment.id)
  if (ids.length === 0) return
  await forgetRefunds(tx, merchant.id, ids)
  await forgetDisputes(tx, merchant.id, ids)
  await tx
    .update(paymentEvents)
    .set({ text: sql`replace(${paymentEvents.text}, ${email}, 'The customer')` })
    .where(and(eq(paymentEvents.merchantId, merchant.id), inArray(paymentEvents.paymentId, ids)))
  const paths = ids.map((paymentId) => `/transactions/${paymentId}`)
  await tx
    .delete(notifications)
    .where(and(eq(notifications.merchantId, merchant.id), inArray(notifications.path, paths)))
}
