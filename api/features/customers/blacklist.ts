import type { blacklistCustomer, unblacklistCustomer } from '@adire/contract/customers.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, eq, isNull, ne } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { appendCustomerEvent } from './change.ts'
import { retrieveCustomer } from './list.ts'
import { customers } from './tables.ts'

export async function blacklistCustomerHandler(
  context: MerchantContext,
  { id, reason }: ParsedInput<typeof blacklistCustomer>,
) {
  const email = await moveCustomer(context, id, { status: 'blacklisted', blacklistReason: reason })
  if (email === undefined) throw problem.conflict('customer_blacklisted', 'This customer is already blacklisted')
  await appendCustomerEvent(context, id, 'blacklisted', `Blacklisted by ${await readActorName(context)}: ${reason}`)
  await recordAuditEvent(context, { action: 'customer.blacklisted', object: email, after: { reason } })
  return retrieveCustomer(context, id)
}

export async function unblacklistCustomerHandler(
  context: MerchantContext,
  { id }: ParsedInput<typeof unblacklistCustomer>,
) {
  const email = await moveCustomer(context, id, { status: 'active', blacklistReason: null })
  if (email === undefined) throw problem.conflict('customer_active', 'This customer is not blacklisted')
  await appendCustomerEvent(
    context,
    id,
    'unblacklisted',
    `Removed from the blacklist by ${await readActorName(context)}`,
  )
  await recordAuditEvent(context, { action: 'customer.unblacklisted', object: email })
  return retrieveCustomer(context, id)
}

type Move = Required<Pick<typeof customers.$inferSelect, 'status' | 'blacklistReason'>>

/**
 * Changes the status. Returns the customer's email, or undefined if the status is the same already.
 * @throws 404 customer_not_found
 */
async function moveCustomer({ tx, merchant }: MerchantContext, id: string, to: Move): Promise<string | undefined> {
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
