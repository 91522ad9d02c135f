import { and, eq, isNull } from 'drizzle-orm'
import type { Context, MerchantContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { readActorName } from '../auth/actor-name.ts'
import { appendCustomerEvent, emitCustomer } from './change.ts'
import { customers } from './tables.ts'

/** Whether a business rejects payments from this email. */
export async function isBlacklisted(tx: Tx, merchantId: string, email: string): Promise<boolean> {
  const [found] = await tx
    .select({ status: customers.status })
    .from(customers)
    .where(and(eq(customers.merchantId, merchantId), eq(customers.email, email)))
  return found?.status === 'blacklisted'
}

/** Id of the customer with this email. An unknown customer is added with the given name, one without a name gets it. */
export async function findOrAddCustomer(context: MerchantContext, who: { email: string; name: string | null }) {
  const text = `Added by ${await readActorName(context)}`
  return findOrAddPayer(context, { ...who, merchantId: context.merchant.id, text })
}

interface FoundOrAdded {
  merchantId: string
  email: string
  name: string | null
  /** First line of a new customer's timeline. */
  text: string
}

/**
 * The same for a customer who gave these details themselves. The customer is locked, so that they are not erased before what refers to them
 * is stored. One who is erased at this moment is no longer known by this email.
 */
export async function findOrAddPayer(context: Context, given: FoundOrAdded): Promise<string> {
  const { tx, now } = context
  const { merchantId, email, name, text } = given
  const [firstName = null, ...others] = name?.split(/\s+/) ?? []
  const lastName = others.join(' ') || null
  const [added] = await tx
    .insert(customers)
    .values({ merchantId, email, firstName, lastName, createdAt: now })
    .onConflictDoNothing({ target: [customers.merchantId, customers.email] })
    .returning({ id: customers.id })
  if (added) {
    await appendCustomerEvent({ tx, now, merchant: { id: merchantId } }, added.id, 'added', text)
    await emitCustomer(context, merchantId, added.id)
    return added.id
  }
  const hasEmail = and(eq(customers.merchantId, merchantId), eq(customers.email, email))
  const [known] = await tx.select({ id: customers.id }).from(customers).where(hasEmail).for('key share')
  if (!known) return findOrAddPayer(context, given)
  if (firstName)
    await tx
      .update(customers)
      .set({ firstName, lastName })
      .where(and(hasEmail, isNull(customers.firstName), isNull(customers.lastName)))
  return known.id
}
