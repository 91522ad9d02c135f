import { createHash } from 'node:crypto'
import { and, asc, eq, getTableName, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { type AuditLog, merchantLog } from './tables.ts'

type AuditEventRecord = AuditLog['events']['$inferSelect']

/** Events linked in one transaction, and read at once by a check. */
const eventsAtOnce = 500
/** Age in ms at which an event without a link is a fault: the job runs every minute. */
const linkedWithinMs = 3_600_000
/** Hash before the first event of a chain. */
const start = '0'.repeat(64)

/** SHA-256 of an event, its place in the chain and the hash before it, as hexadecimal text. */
export function hashEvent(event: AuditEventRecord, position: number, previousHash: string): string {
  const { id, merchantId, userId, actorKind, actorName, action, object, before, after, ip, userAgent, requestId } =
    event
  const origin = [ip, userAgent, requestId, event.createdAt.toISOString()]
  const content = [position, id, merchantId, userId, actorKind, actorName, action, object, before, after, ...origin]
  return createHash('sha256')
    .update(`${previousHash}\n${JSON.stringify(content)}`)
    .digest('hex')
}

/**
 * Links the oldest events that have no link to their chains, in the order of their ids; at most `eventsAtOnce`. Returns their number.
 * Not done when an event is stored: two actions of a business would then wait for each other. Two processes at once link each event once,
 * because the chain is locked.
 */
export async function linkAuditEvents(tx: Tx, log = merchantLog): Promise<number> {
  const { events: auditEvents, chains: auditChains, chainOf } = log
  const events = await tx
    .select({ event: auditEvents, chain: chainOf })
    .from(auditEvents)
    .where(isNull(auditEvents.position))
    .orderBy(asc(auditEvents.id))
    .limit(eventsAtOnce)
    .for('update', { skipLocked: true })
  const byChain = Map.groupBy(events, ({ chain }) => chain)
  // In one order, so that two processes cannot wait for each other.
  for (const id of [...byChain.keys()].sort()) {
    await tx.insert(auditChains).values({ id, length: 0, hash: start }).onConflictDoNothing()
    const [last] = await tx.select().from(auditChains).where(eq(auditChains.id, id)).for('update')
    let { length, hash } = last!
    const links: { id: string; position: number; hash: string }[] = []
    for (const { event } of byChain.get(id)!) {
      hash = hashEvent(event, ++length, hash)
      links.push({ id: event.id, position: length, hash })
    }
    await tx.$client.query(
      `update ${getTableName(auditEvents)} event set position = link.position, hash = link.hash
       from jsonb_to_recordset($1::jsonb) link(id uuid, position integer, hash text) where event.id = link.id`,
      [JSON.stringify(links)],
    )
    await tx.update(auditChains).set({ length, hash }).where(eq(auditChains.id, id))
  }
  return events.length
}

export interface ChainCheck {
  chains: number
  events: number
  /** What is wrong, in words; at most one fault of each chain, because everything after it is wrong, too. */
  faults: string[]
  /** SHA-256 of the ends of all chains. Noted elsewhere, it also shows a log that was written anew as a whole. */
  digest: string
}

/**
 * Recomputes every chain of the audit log: changed, missing and reordered events, an end that was cut off, and old events without a link.
 * Reads portions, each in its own transaction.
 */
export async function checkAuditChains(
  write: <T>(use: (context: { tx: Tx; now: Date }) => Promise<T>) => Promise<T>,
  log = merchantLog,
): Promise<ChainCheck> {
  const { chains: auditChains } = log
  const faults: string[] = []
  const digest = createHash('sha256')
  let [chains, events] = [0, 0]
  let afterId: string | undefined
  for (;;) {
    const found = await write(({ tx }) =>
      tx
        .select()
        .from(auditChains)
        .where(afterId ? gt(auditChains.id, afterId) : undefined)
        .orderBy(asc(auditChains.id))
        .limit(eventsAtOnce),
    )
    for (const chain of found) {
      const { count, fault } = await checkChain(write, log, chain)
      if (fault) faults.push(fault)
      events += count
      digest.update(`${chain.id} ${chain.length} ${chain.hash}\n`)
    }
    chains += found.length
    afterId = found.at(-1)?.id
    if (found.length < eventsAtOnce) break
  }
  faults.push(...(await write(({ tx, now }) => findStrayEvents(tx, log, now))))
  return { chains, events, faults, digest: digest.digest('hex') }
}

async function checkChain(
  write: <T>(use: (context: { tx: Tx }) => Promise<T>) => Promise<T>,
  { events: auditEvents, chainOf }: AuditLog,
  { id, length, hash: end }: AuditLog['chains']['$inferSelect'],
): Promise<{ count: number; fault?: string }> {
  let [count, hash] = [0, start]
  for (;;) {
    const portion = await write(({ tx }) =>
      tx
        .select()
        .from(auditEvents)
        .where(
          and(eq(chainOf, id), gt(auditEvents.position, count), lt(auditEvents.position, count + eventsAtOnce + 1)),
        )
        .orderBy(asc(auditEvents.position)),
    )
    for (const event of portion) {
      if (event.position !== count + 1) return { count, fault: `Event ${count + 1} of the chain ${id} is missing` }
      hash = hashEvent(event, event.position, hash)
      if (hash !== event.hash)
        return { count, fault: `Event ${event.position} of the chain ${id} was changed (${event.id})` }
      count++
    }
    if (portion.length < eventsAtOnce) break
  }
  // The job may have linked more events since the end was read.
  if (count < length) return { count, fault: `Event ${count + 1} of the chain ${id} is missing` }
  if (count === length && hash !== end) return { count, fault: `The end of the chain ${id} was changed` }
  return { count }
}

/** Events that the job has not linked in time, and events of a chain that does not exist. */
async function findStrayEvents(tx: Tx, log: AuditLog, now: Date): Promise<string[]> {
  const { events: auditEvents, chains: auditChains, chainOf } = log
  const since = new Date(now.getTime() - linkedWithinMs)
  const late = await tx.$count(auditEvents, and(isNull(auditEvents.position), lt(auditEvents.createdAt, since)))
  const chainIds = tx.select({ id: auditChains.id }).from(auditChains)
  const lost = await tx.$count(auditEvents, and(sql`position is not null`, sql`not (${inArray(chainOf, chainIds)})`))
  return [
    ...(late > 0 ? [`${late} events are older than an hour and have no link`] : []),
    ...(lost > 0 ? [`${lost} events belong to a chain that does not exist`] : []),
  ]
}
