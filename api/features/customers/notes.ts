import {
  type addCustomerNote,
  customerNotesMaximum,
  type listCustomerNotes,
  type removeCustomerNote,
} from '@adire/contract/customers.ts'
import type { CustomerNote } from '@adire/contract/customers-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { readActorName } from '../auth/actor-name.ts'
import { customerNotes, customers } from './tables.ts'

/** Condition for the notes about a customer. */
export const notesOf = ({ merchantId, customerId }: { merchantId: string; customerId: string }) =>
  and(eq(customerNotes.merchantId, merchantId), eq(customerNotes.customerId, customerId))

const toNoteResponse = ({ id, text, author, createdAt }: typeof customerNotes.$inferSelect): CustomerNote => ({
  id,
  text,
  author,
  createdAt: createdAt.toISOString(),
})

export async function listCustomerNotesHandler(
  { tx, merchant }: MerchantContext,
  { id: customerId }: ParsedInput<typeof listCustomerNotes>,
) {
  const [customer] = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.merchantId, merchant.id), eq(customers.id, customerId)))
  if (!customer) throw problem.notFound('customer')
  const notes = await tx
    .select()
    .from(customerNotes)
    .where(notesOf({ merchantId: merchant.id, customerId }))
    .orderBy(desc(customerNotes.id))
    .limit(customerNotesMaximum)
  return { content: notes.map(toNoteResponse) }
}

/**
 * Adds a note. The customer is locked, so that concurrent notes keep to the maximum, and none is added to a customer who is being
 * erased.
 */
export async function addCustomerNoteHandler(
  context: MerchantContext,
  { id: customerId, text }: ParsedInput<typeof addCustomerNote>,
) {
  const { tx, merchant, now } = context
  const [customer] = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.merchantId, merchant.id), eq(customers.id, customerId), isNull(customers.erasedAt)))
    .for('update')
  if (!customer) throw problem.notFound('customer')
  const key = { merchantId: merchant.id, customerId }
  if ((await tx.$count(customerNotes, notesOf(key))) >= customerNotesMaximum)
    throw problem.conflict('too_many_notes', `Delete a note first: a customer can have ${customerNotesMaximum}`)
  const author = await readActorName(context)
  const [added] = await tx
    .insert(customerNotes)
    .values({ ...key, text, author, createdAt: now })
    .returning()
  return toNoteResponse(added!)
}

export async function removeCustomerNoteHandler(
  { tx, merchant }: MerchantContext,
  { id: customerId, noteId }: ParsedInput<typeof removeCustomerNote>,
) {
  const deleted = await tx
    .delete(customerNotes)
    .where(and(notesOf({ merchantId: merchant.id, customerId }), eq(customerNotes.id, noteId)))
    .returning({ id: customerNotes.id })
  if (deleted.length === 0) throw problem.notFound('customer note')
}
