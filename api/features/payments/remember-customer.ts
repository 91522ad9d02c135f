import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { emitCustomer } from '../customers/customers.ts'
import { customers } from '../customers/tables.ts'
import type { PaymentRecord } from './move.ts'

/**
 * Who pays is a customer from then on; what the business wrote down of them stands above what they typed. Whose card was only checked
 * is a customer who has not paid yet.
 */
export async function rememberCustomer(context: Context, payment: PaymentRecord): Promise<string> {
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
    // A row that was there already carries the number of the transaction that now changes it.
    .returning({ id: customers.id, isNew: sql<boolean>`xmax = 0` })
  if (customer!.isNew) await emitCustomer(context, merchantId, customer!.id)
  return customer!.id
}
