import { isDeepStrictEqual } from 'node:util'
import type { createCustomer, updateCustomer } from '@adire/contract/customers.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context, MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { readActorName } from '../auth/actor-name.ts'
import { defineTimeline } from '../lifecycle/timeline.ts'
import { emitWebhookEvent } from '../webhooks/emit.ts'
import { retrieveCustomer } from './list.ts'
import { customers } from './tables.ts'

export async function createCustomerHandler(context: MerchantContext, input: ParsedInput<typeof createCustomer>) {
  const { tx, merchant, now } = context
  const [added] = await tx
    .insert(customers)
    .values({ ...input, merchantId: merchant.id, createdAt: now })
    .onConflictDoNothing({ target: [customers.merchantId, customers.email] })
    .returning({ id: customers.id })
  if (!added) throw problem.field('email', 'You already have a customer with this email', 'customer_exists')
  await appendCustomerEvent(context, added.id, 'added', `Added by ${await readActorName(context)}`)
  await emitCustomer(context, merchant.id, added.id)
  return retrieveCustomer(context, added.id)
}

/**
 * Updates a customer. Name and phone are cleared if absent, because the form sends them; metadata is not. The customer is locked, so that of
 * two equal requests at once the second changes nothing.
 */
export async function updateCustomerHandler(
  context: MerchantContext,
  { id, ...input }: ParsedInput<typeof updateCustomer>,
) {
  const { tx, merchant } = context
  const isCustomer = and(eq(customers.merchantId, merchant.id), eq(customers.id, id), isNull(customers.erasedAt))
  const [before] = await tx.select().from(customers).where(isCustomer).for('no key update')
  if (!before) throw problem.notFound('customer')
  const { firstName = null, lastName = null, phone = null, metadata = before.metadata } = input
  const after = { ...before, firstName, lastName, phone, metadata }
  if (!isDeepStrictEqual(before, after)) {
    await tx.update(customers).set({ firstName, lastName, phone, metadata }).where(isCustomer)
    await appendCustomerEvent(context, id, 'updated', `Details changed by ${await readActorName(context)}`)
  }
  return retrieveCustomer(context, id)
}

/** Emits `customer.created` for a customer who is new to the business. */
export const emitCustomer = (context: Context, merchantId: string, id: string) =>
  emitWebhookEvent(context, merchantId, 'customer.created', (of) => retrieveCustomer(of, id))

/** Timeline of a customer apart from payments. */
export const customerTimeline = defineTimeline('customer')

/** Context needed to record an event of a business's customer. */
type Business = Pick<MerchantContext, 'tx' | 'now'> & { merchant: { id: string } }

/** Appends a sentence to the customer's timeline. */
export async function appendCustomerEvent(
  { tx, merchant, now }: Business,
  customerId: string,
  kind: 'added' | 'updated' | 'blacklisted' | 'unblacklisted' | 'erased',
  text: string,
): Promise<void> {
  await customerTimeline.append(tx, { merchantId: merchant.id, id: customerId }, now, kind, text)
}
