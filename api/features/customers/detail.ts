import type { getCustomer } from '@adire/contract/customers.ts'
import type { CustomerDetail } from '@adire/contract/customers-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { and, desc, eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { payments } from '../payments/tables.ts'
import { customerTimeline } from './change.ts'
import { retrieveCustomer } from './list.ts'
import { customers } from './tables.ts'

const mostEvents = 50

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
  const noted = await customerTimeline.list(tx, { merchantId: merchant.id, id }, mostEvents)
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
  const done = noted.map((event) => ({ ...event, paymentId: null }))
  return [...done, ...paid].sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, mostEvents)
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
