import type { blacklistCustomer, unblacklistCustomer } from '@adire/contract/customers.ts'
import type { Parsed } from '@adire/contract/endpoint.ts'
import { and, eq, isNull, ne } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { record } from '../audit/audit.ts'
import { by, tell } from './change.ts'
import { show } from './list.ts'
import { customers } from './tables.ts'

export async function blacklist(context: MerchantContext, { id, reason }: Parsed<typeof blacklistCustomer>) {
  const email = await move(context, id, { status: 'blacklisted', blacklistReason: reason })
  if (email === undefined) throw problem.conflict('customer_blacklisted', 'This customer is on the blacklist already')
  await tell(context, id, 'blacklisted', `Blacklisted by ${by(context)}: ${reason}`)
  await record(context, { action: 'customer.blacklisted', object: email, after: { reason } })
  return show(context, id)
}

export async function unblacklist(context: MerchantContext, { id }: Parsed<typeof unblacklistCustomer>) {
  const email = await move(context, id, { status: 'active', blacklistReason: null })
  if (email === undefined) throw problem.conflict('customer_active', 'This customer is not on the blacklist')
  await tell(context, id, 'unblacklisted', `Taken off the blacklist by ${by(context)}`)
  await record(context, { action: 'customer.unblacklisted', object: email })
  return show(context, id)
}

type Move = Required<Pick<typeof customers.$inferSelect, 'status' | 'blacklistReason'>>

/** Answers the customer's address, or undefined where the status was that already. */
async function move({ tx, merchant }: MerchantContext, id: string, to: Move): Promise<string | undefined> {
  const mine = and(eq(customers.merchantId, merchant.id), eq(customers.id, id), isNull(customers.erasedAt))
  const [moved] = await tx
    .update(customers)
    .set(to)
    .where(and(mine, ne(customers.status, to.status)))
    .returning({ email: customers.email })
  if (moved) return moved.email
  const [there] = await tx.select({ id: customers.id }).from(customers).where(mine)
  if (!there) throw problem.notFound('customer')
  return undefined
}
