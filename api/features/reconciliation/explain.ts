import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { reconciliationItems } from './tables.ts'

/**
 * Takes a discrepancy off the list; `reason` is kept, and later balances include it.
 * @throws 404 discrepancy_not_found, also if a later reconciliation did not find it any more
 */
export async function explainItem(tx: Tx, number: number, { reason, by }: { reason: string; by: string }) {
  const [explained] = await tx
    .update(reconciliationItems)
    .set({ status: 'explained', explanation: reason, explainedBy: by })
    .where(and(eq(reconciliationItems.number, number), ne(reconciliationItems.status, 'gone')))
    .returning()
  if (!explained) throw problem.notFound('discrepancy')
  return explained
}
