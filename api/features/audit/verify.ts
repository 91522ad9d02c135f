import type { verifyAuditLog } from '@adire/contract/audit.ts'
import type { AuditFault } from '@adire/contract/audit-schemas.ts'
import type { EndpointOutput, ParsedInput } from '@adire/contract/endpoint.ts'
import { and, eq, isNull, lt } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { type ChainPoint, chainStart, checkPortion, linkedWithinMs } from './chain.ts'
import { auditChains, auditEvents, merchantLog } from './tables.ts'

/** Entries that one call verifies: about 50 ms of work. */
const entriesAtOnce = 2_000

/**
 * Verifies the next portion of the chain of the business. The caller holds the point it has reached, so that a log of any length
 * takes no more memory or time in one call than a short one.
 */
export async function verifyAuditLogHandler(
  { tx, merchant, realNow }: MemberContext,
  { cursor }: ParsedInput<typeof verifyAuditLog>,
): Promise<EndpointOutput<typeof verifyAuditLog>> {
  const [end] = await tx.select().from(auditChains).where(eq(auditChains.id, merchant.id))
  const begin = chainStart(end)
  const reached = parseCursor(cursor)
  // Entries may have been deleted between two portions.
  const from = reached && reached.count > begin.count ? reached : begin
  const { point, fault, eventId, isLast } = await checkPortion(tx, merchantLog, merchant.id, from, entriesAtOnce)
  const { count, hash } = point
  const length = end?.length ?? 0
  const answer = (found: AuditFault | null) => ({
    checked: count - begin.count,
    deleted: begin.count,
    deletedHash: end?.deletedHash ?? null,
    length: Math.max(length, count),
    fault: found,
    hash,
    cursor: found || isLast ? null : `${count}.${hash}`,
  })
  if (fault) return answer({ kind: fault, position: count + 1, entryId: eventId ?? null })
  if (!isLast) return answer(null)
  if (count < length) return answer({ kind: 'missing', position: count + 1, entryId: null })
  const hasOtherEnd = end ? count === length && hash !== end.hash : count > 0
  if (hasOtherEnd) return answer({ kind: 'end', position: null, entryId: null })
  const late = lt(auditEvents.createdAt, new Date(realNow.getTime() - linkedWithinMs))
  const unlinked = await tx
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(and(eq(auditEvents.merchantId, merchant.id), isNull(auditEvents.position), late))
    .limit(1)
  return answer(unlinked.length > 0 ? { kind: 'unlinked', position: null, entryId: null } : null)
}

function parseCursor(cursor: string | undefined): ChainPoint | undefined {
  if (!cursor) return undefined
  const [count, hash] = cursor.split('.') as [string, string]
  return { count: Number(count), hash }
}
