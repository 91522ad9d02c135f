import type { eraseCustomer } from '@adire/contract/customers.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { eraseFromCharges } from '../charges/charges.ts'
import { countOpenMandates, eraseFromMandates } from '../direct-debit/direct-debit.ts'
import { countOpenDisputes, eraseFromDisputes } from '../disputes/disputes.ts'
import { countOpenInvoices, eraseFromInvoices } from '../invoices/invoices.ts'
import { notifications } from '../notifications/tables.ts'
import { paymentEvents, payments } from '../payments/tables.ts'
import { countOpenRefunds, eraseFromRefunds } from '../refunds/refunds.ts'
import { eraseFromRequestLog } from '../request-log/request-log.ts'
import { countRunningSubscriptions, eraseFromSubscriptions } from '../subscriptions/subscriptions.ts'
import { eraseFromWebhooks } from '../webhooks/webhooks.ts'
import { appendCustomerEvent } from './change.ts'
import { retrieveCustomer } from './list.ts'
import { customerEvents, customers } from './tables.ts'

/** Replacement email of an erased customer: unique, and not a real address. */
const erasedEmail = (id: string) => `erased-${id.slice(-12)}@erased.invalid`

/** Erases the customer's personal data. Amounts are kept for accounting. */
export async function eraseCustomerHandler(context: MemberContext, { id, email }: ParsedInput<typeof eraseCustomer>) {
  const { tx, merchant, now } = context
  const [customer] = await tx
    .select()
    .from(customers)
    .where(and(eq(customers.merchantId, merchant.id), eq(customers.id, id), isNull(customers.erasedAt)))
    .for('update')
  if (!customer) throw problem.notFound('customer')
  if (customer.email !== email) throw problem.field('email', 'This is not the address of this customer')
  const ofCustomer = and(eq(payments.merchantId, merchant.id), eq(payments.customerEmail, customer.email))
  const open = await tx.$count(payments, and(ofCustomer, inArray(payments.status, ['pending', 'processing'])))
  if (open > 0)
    throw problem.conflict('payment_under_way', 'A payment of this customer is under way. Try again when it has ended.')
  const unsettled =
    (await countOpenRefunds(tx, merchant.id, ofCustomer)) + (await countOpenDisputes(tx, merchant.id, ofCustomer))
  if (unsettled > 0)
    throw problem.conflict(
      'refund_under_way',
      'A refund or a dispute of this customer is under way. Try again when it has ended.',
    )
  if ((await countOpenInvoices(tx, { merchantId: merchant.id, customerId: id })) > 0)
    throw problem.conflict(
      'invoice_open',
      'An invoice of this customer is a draft or not paid yet. Delete it, cancel it, or wait until it is paid.',
    )
  if ((await countOpenMandates(tx, { merchantId: merchant.id, customerId: id })) > 0)
    throw problem.conflict('mandate_open', 'A mandate of this customer has not ended. Cancel it, or delete the draft.')
  if ((await countRunningSubscriptions(tx, { merchantId: merchant.id, customerId: id })) > 0)
    throw problem.conflict('subscription_running', 'A subscription of this customer has not ended. Cancel it first.')
  await tx
    .update(customers)
    .set({
      email: erasedEmail(id),
      firstName: null,
      lastName: null,
      phone: null,
      blacklistReason: null,
      status: 'active',
      erasedAt: now,
    })
    .where(and(eq(customers.merchantId, merchant.id), eq(customers.id, id)))
  await eraseFromPayments(context, customer, ofCustomer)
  await eraseFromRequestLog(tx, merchant.id, customer.email)
  await eraseFromCharges(tx, merchant.id, customer.email, erasedEmail(id))
  await eraseFromSubscriptions(tx, { merchantId: merchant.id, customerId: id }, customer.email, erasedEmail(id))
  await eraseFromInvoices(tx, { merchantId: merchant.id, customerId: id }, customer.email, erasedEmail(id))
  await eraseFromMandates(tx, { merchantId: merchant.id, customerId: id }, customer.email, erasedEmail(id))
  await tx
    .delete(customerEvents)
    .where(and(eq(customerEvents.merchantId, merchant.id), eq(customerEvents.customerId, id)))
  await eraseFromWebhooks(tx, merchant.id, customer.email)
  await appendCustomerEvent(context, id, 'erased', 'Erased; what was paid stays in the books')
  await recordAuditEvent(context, { action: 'customer.erased', object: erasedEmail(id) })
  return retrieveCustomer(context, id)
}

type Customer = typeof customers.$inferSelect

async function eraseFromPayments(
  { tx, merchant }: MemberContext,
  { id, email }: Customer,
  ofCustomer: SQL | undefined,
) {
  const erased = await tx
    .update(payments)
    .set({
      customerEmail: erasedEmail(id),
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
    .where(ofCustomer)
    .returning({ id: payments.id })
  const ids = erased.map((payment) => payment.id)
  if (ids.length === 0) return
  await eraseFromRefunds(tx, merchant.id, ids)
  await eraseFromDisputes(tx, merchant.id, ids)
  await tx
    .update(paymentEvents)
    .set({ text: sql`replace(${paymentEvents.text}, ${email}, 'The customer')` })
    .where(and(eq(paymentEvents.merchantId, merchant.id), inArray(paymentEvents.paymentId, ids)))
  const paths = ids.map((paymentId) => `/transactions/${paymentId}`)
  await tx
    .delete(notifications)
    .where(and(eq(notifications.merchantId, merchant.id), inArray(notifications.path, paths)))
}
