import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { apiKeys } from './tables.ts'

type Key = typeof apiKeys.$inferSelect

/** Condition for one key of a business. */
export const isApiKey = ({ merchantId, id }: Pick<Key, 'merchantId' | 'id'>) =>
  and(eq(apiKeys.merchantId, merchantId), eq(apiKeys.id, id))

/** A key of a business, also one that no longer works. */
export async function findApiKey(tx: Tx, key: Pick<Key, 'merchantId' | 'id'>): Promise<Key | undefined> {
  const [found] = await tx.select().from(apiKeys).where(isApiKey(key))
  return found
}
