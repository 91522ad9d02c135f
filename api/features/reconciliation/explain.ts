import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { reconciliationItems } from './tables.ts'

interface Explanation {
  reason: string
  by: string
}

/**
 * Takes a discrepancy off the list; `reason` is kept, and later balances include it. Returns whether that changed anything.
 * @throws 404 discrepancy_not_found, also if a later reconciliation did not find it any more
 */
export async function explainItem(
  tx: Tx,
  number: number,
  { reason, by }: Explanation,
  /** Checks an explanation that somebody gave before. */
  mayReplace: (before: Explanation) => void = () => {},
) {
  const [found] = await tx
    .select()
    .from(reconciliationItems)
    .where(and(eq(reconciliationItems.number, number), ne(reconciliationItems.status, 'gone')))
    .for('update')
  if (!found) throw problem.notFound('discrepancy')
  const isExplained = found.status === 'explained'
  if (isExplained && found.explanation === reason && found.explainedBy === by) return { item: found, isChanged: false }
  if (isExplained) mayReplace({ reason: found.explanation!, by: found.explainedBy! })
  const [item] = await tx
    .update(reconciliationItems)
    .set({ status: 'explained', explanation: reason, explainedBy: by })
    .where(eq(reconciliationItems.number, number))
    .returning()
  return { item: item!, isChanged: true }
}
