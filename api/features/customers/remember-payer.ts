import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import type { MoneyBack } from '../payments/events.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { emitCustomer } from './change.ts'
import { customers } from './tables.ts'

/**
 * Creates or updates the customer of a payment and returns the id. Names and phone that are already stored win over what the
 * payer typed. A card check is not a payment of the customer: it has no date and no amount.
 */
export async function rememberPayer(context: Context, payment: PaymentRecord): Promise<string> {
  const { tx, now } = context
  const { merchantId, customerEmail: email, customerName, customerPhone: phone } = payment
  const [firstName = null, ...others] = customerName?.trim().split(/\s+/) ?? []
  const lastName = others.join(' ') || null
  const paidAt = payment.isCardCheck ? null : now.toISOString()
  const paidKobo = payment.isCardCheck ? 0 : payment.amountKobo
  const [customer] = await tx
    .insert(customers)
    .values({ merchantId, email, firstName, lastName, phone, createdAt: now })
    .onConflictDoUpdate({
      target: [customers.merchantId, customers.email],
      set: {
        // First and last name of one person: what is stored is not completed with the name of another payer.
        firstName: sql`case when ${isUnnamed} then excluded.first_name else ${customers.firstName} end`,
        lastName: sql`case when ${isUnnamed} then excluded.last_name else ${customers.lastName} end`,
        phone: sql`coalesce(${customers.phone}, excluded.phone)`,
        firstPaidAt: sql`coalesce(${customers.firstPaidAt}, ${paidAt}::timestamptz)`,
        lastPaidAt: sql`greatest(${customers.lastPaidAt}, ${paidAt}::timestamptz)`,
        paidKobo: sql`${customers.paidKobo} + ${paidKobo}`,
      },
    })
    // `xmax` is 0 only for an inserted row; an updated row has the number of the updating transaction.
    .returning({ id: customers.id, isNew: sql<boolean>`xmax = 0` })
  if (customer!.isNew) {
    // Until the payment is stored as paid, the event shows neither its number nor its amount, nor its time.
    await emitCustomer(context, merchantId, customer!.id)
    if (!payment.isCardCheck) await addPaid(tx, payment, paidKobo, { firstPaidAt: now, lastPaidAt: now })
  }
  return customer!.id
}

const isUnnamed = sql`(${customers.firstName} is null and ${customers.lastName} is null)`

/**
 * Takes what was refunded off the amount that the customer has paid. The customer is locked after the payment and its invoice, as
 * by a success.
 */
export async function deductRefund({ tx }: Context, payment: PaymentRecord, { kobo }: MoneyBack): Promise<void> {
  if (!payment.isCardCheck) await addPaid(tx, payment, -kobo)
}

type PaidTimes = Pick<typeof customers.$inferInsert, 'firstPaidAt' | 'lastPaidAt'>

async function addPaid(tx: Tx, { merchantId, customerEmail }: PaymentRecord, kobo: number, times: PaidTimes = {}) {
  await tx
    .update(customers)
    .set({ paidKobo: sql`${customers.paidKobo} + ${kobo}`, ...times })
    .where(and(eq(customers.merchantId, merchantId), eq(customers.email, customerEmail)))
}
