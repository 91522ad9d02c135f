import type { Tx } from '../../database/connect.ts'
import { claimPublicName } from '../../database/public-names.ts'
import { paymentLinks } from './tables.ts'

/** Adds a link with its slug. Undefined if the slug is taken: the transaction must then be rolled back. */
export async function addPaymentLink(tx: Tx, values: typeof paymentLinks.$inferInsert) {
  const [link] = await tx.insert(paymentLinks).values(values).onConflictDoNothing().returning()
  if (!link) return undefined
  return (await claimPublicName(tx, { kind: 'payment_link', name: link.slug }, link)) ? link : undefined
}
