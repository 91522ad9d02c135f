import type { CustomerDetail, exportCustomer, getCustomer } from '@adire/contract/customers.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { and, desc, eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { listCustomerMandates } from '../direct-debit/direct-debit.ts'
import { formatInvoiceNumber, listCustomerInvoices } from '../invoices/invoices.ts'
import { payments } from '../payments/tables.ts'
import { listCustomerSubscriptions } from '../subscriptions/subscriptions.ts'
import { retrieveCustomer } from './list.ts'
import { customerEvents, customers } from './tables.ts'

const mostEvents = 50
const mostPayments = 10_000

export async function getCustomerHandler(
  context: MerchantContext,
  { id }: ParsedInput<typeof getCustomer>,
): Promise<CustomerDetail> {
  const customer = await retrieveCustomer(context, id)
  const { tx, merchant } = context
  const [row] = await tx
    .select({ firstPaidAt: customers.firstPaidAt })
    .from(customers)
    .where(and(eq(customers.merchantId, merchant.id), eq(customers.id, id)))
  const failed = await tx.$count(payments, and(ofCustomer(context, customer.email), eq(payments.status, 'failed')))
  return {
    ...customer,
    failedPayments: failed,
    averageKobo: customer.payments === 0 ? 0 : Math.round(customer.paidKobo / customer.payments),
    firstPaidAt: row?.firstPaidAt?.toISOString() ?? null,
    events: await listCustomerEvents(context, customer),
  }
}

const ofCustomer = ({ merchant }: MerchantContext, email: string) =>
  and(eq(payments.merchantId, merchant.id), eq(payments.customerEmail, email))

const outcomes: Partial<Record<string, string>> = {
  success: 'paid',
  failed: 'tried to pay',
  abandoned: 'gave up paying',
  refunded: 'was refunded',
}

/** The customer's timeline: events and payments. */
async function listCustomerEvents(context: MerchantContext, { id, email }: { id: string; email: string }) {
  const { tx, merchant } = context
  const noted = await tx
    .select()
    .from(customerEvents)
    .where(and(eq(customerEvents.merchantId, merchant.id), eq(customerEvents.customerId, id)))
    .orderBy(desc(customerEvents.at))
    .limit(mostEvents)
  const attempts = await tx
    .select({
      id: payments.id,
      status: payments.status,
      amountKobo: payments.amountKobo,
      createdAt: payments.createdAt,
      paidAt: payments.paidAt,
    })
    .from(payments)
    .where(ofCustomer(context, email))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(mostEvents)
  const paid = attempts.flatMap(({ id: paymentId, status, amountKobo, createdAt, paidAt }) => {
    const did = outcomes[status]
    const at = (paidAt ?? createdAt).toISOString()
    return did ? [{ at, kind: status, text: `${sentence(did)} ${formatNaira(amountKobo)}`, paymentId }] : []
  })
  const done = noted.map(({ at, kind, text }) => ({ at: at.toISOString(), kind, text, paymentId: null }))
  return [...done, ...paid].sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, mostEvents)
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Exports all stored data of a customer, which they have a legal right to request from the business. */
export async function exportCustomerHandler(context: MerchantContext, { id }: ParsedInput<typeof exportCustomer>) {
  const customer = await getCustomerHandler(context, { id })
  const rows = await context.tx
    .select({
      reference: payments.reference,
      status: payments.status,
      channel: payments.channel,
      amountKobo: payments.amountKobo,
      customerName: payments.customerName,
      customerPhone: payments.customerPhone,
      cardBrand: payments.cardBrand,
      cardLast4: payments.cardLast4,
      cardBank: payments.cardBank,
      senderName: payments.senderName,
      senderBank: payments.senderBank,
      ipAddress: payments.ipAddress,
      metadata: payments.metadata,
      createdAt: payments.createdAt,
      paidAt: payments.paidAt,
    })
    .from(payments)
    .where(ofCustomer(context, customer.email))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(mostPayments)
  const billed = await listCustomerInvoices(
    context.tx,
    { merchantId: context.merchant.id, customerId: id },
    mostPayments,
  )
  const allowed = await listCustomerMandates(
    context.tx,
    { merchantId: context.merchant.id, customerId: id },
    mostPayments,
  )
  const subscribed = await listCustomerSubscriptions(
    context.tx,
    { merchantId: context.merchant.id, customerId: id },
    mostPayments,
  )
  return {
    customer,
    mandates: allowed.map((mandate) => ({
      reference: mandate.reference,
      status: mandate.status,
      customerName: mandate.customerName,
      accountName: mandate.accountName,
      account: `******${mandate.last4}`,
      amountKobo: mandate.amountKobo,
      narration: mandate.narration,
      agreedAt: mandate.consentedAt?.toISOString() ?? null,
      agreedFrom: mandate.consentIp,
      agreedTo: mandate.consentText,
      createdAt: mandate.createdAt.toISOString(),
    })),
    invoices: billed.map((invoice) => ({
      number: formatInvoiceNumber(invoice),
      status: invoice.status,
      customerName: invoice.customerName,
      lines: invoice.lines,
      totalKobo: invoice.totalKobo,
      paidKobo: invoice.paidKobo,
      dueOn: invoice.dueOn,
      note: invoice.note,
      createdAt: invoice.createdAt.toISOString(),
    })),
    subscriptions: subscribed.map(({ createdAt, endedAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
    payments: rows.map(({ createdAt, paidAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      paidAt: paidAt?.toISOString() ?? null,
    })),
  }
}
