import type { getCustomer } from '@adire/contract/customers.ts'
import type { CustomerDetail } from '@adire/contract/customers-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { isPaidStatus } from '@adire/contract/payments.ts'
import { and, desc, eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { payments } from '../payments/tables.ts'
import { customerTimeline } from './change.ts'
import { retrieveCustomer } from './list.ts'
import { customers } from './tables.ts'

const maxEvents = 50

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
  const isFailedSale = and(eq(payments.status, 'failed'), eq(payments.isCardCheck, false))
  const failed = await tx.$count(payments, and(ofCustomer(context, customer.email), isFailedSale))
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

type Attempt = Pick<PaymentRecord, 'status' | 'amountKobo' | 'refundedKobo' | 'isCardCheck'>

/** What a payment was to the customer, as a sentence; undefined while it is not decided. */
function describeAttempt({ status, amountKobo, refundedKobo, isCardCheck }: Attempt): string | undefined {
  const amount = formatNaira(amountKobo)
  const isPaid = isPaidStatus(status)
  if (isCardCheck) return isPaid ? `Card checked with ${amount}, which goes back` : undefined
  if (isPaid)
    return refundedKobo > 0
      ? `Paid ${amount}, of which ${formatNaira(refundedKobo)} was returned since`
      : `Paid ${amount}`
  if (status === 'failed') return `Tried to pay ${amount}`
  return status === 'abandoned' ? `Gave up paying ${amount}` : undefined
}

/** The customer's timeline: events and payments. */
async function listCustomerEvents(context: MerchantContext, { id, email }: { id: string; email: string }) {
  const { tx, merchant } = context
  const noted = await customerTimeline.list(tx, { merchantId: merchant.id, id }, maxEvents)
  const attempts = await tx
    .select({
      id: payments.id,
      status: payments.status,
      amountKobo: payments.amountKobo,
      refundedKobo: payments.refundedKobo,
      isCardCheck: payments.isCardCheck,
      createdAt: payments.createdAt,
      paidAt: payments.paidAt,
    })
    .from(payments)
    .where(ofCustomer(context, email))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(maxEvents)
  const paid = attempts.flatMap(({ id: paymentId, createdAt, paidAt, ...attempt }) => {
    const text = describeAttempt(attempt)
    const at = (paidAt ?? createdAt).toISOString()
    return text ? [{ at, kind: attempt.status, text, paymentId }] : []
  })
  const done = noted.map((event) => ({ ...event, paymentId: null }))
  // Both are newest first, and stay so within one instant. A payment is newer than the customer whom it added.
  const all = [...paid, ...done].sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
  return all.slice(0, maxEvents)
}
