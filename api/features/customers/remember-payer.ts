import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { emitCustomer } from './change.ts'
import { customers } from './tables.ts'

/**
 * Creates or updates the customer of a payment and returns the id. Names and phone that are already stored win over what the
 * payer typed. After a card check only, the customer has no payment date yet.
 */
export async function rememberPayer(context: Context, payment: PaymentRecord): Promise<string> {
  const { tx, now } = context
  const { merchantId, customerEmail: email, customerName, customerPhone: phone } = payment
  const [firstName = null, ...others] = customerName?.trim().split(/\s+/) ?? []
  const lastName = others.join(' ') || null
  const paidAt = payment.isCardCheck ? null : now
  const [customer] = await tx
    .insert(customers)
    .values({ merchantId, email, firstName, lastName, phone, createdAt: now, firstPaidAt: paidAt, lastPaidAt: paidAt })
    .onConflictDoUpdate({
      target: [customers.merchantId, customers.email],
      set: {
        firstName: sql`coalesce(${customers.firstName}, excluded.first_name)`,
        lastName: sql`coalesce(${customers.lastName}, excluded.last_name)`,
        phone: sql`coalesce(${customers.phone}, excluded.phone)`,
        firstPaidAt: sql`coalesce(${customers.firstPaidAt}, excluded.first_paid_at)`,
        lastPaidAt: sql`greatest(excluded.last_paid_at, ${customers.lastPaidAt})`,
      },
    })
    // `xmax` is 0 only for an inserted row; an updated row has the number of the updating transaction.
    .returning({ id: customers.id, isNew: sql<boolean>`xmax = 0` })
  if (customer!.isNew) await emitCustomer(context, merchantId, customer!.id)
  return customer!.id
}
