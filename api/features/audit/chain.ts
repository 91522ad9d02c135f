import { createHash } from 'node:crypto'
import { hourMs } from '@adire/contract/durations.ts'
import { and, asc, eq, getTableName, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { type AuditLog, merchantLog } from './tables.ts'

type AuditEventRecord = AuditLog['events']['$inferSelect']

/** Events linked in one transaction, and read at once by a check. */
const eventsAtOnce = 500
/** Age in ms at which an event without a link is a fault: the job runs every minute. */
export const linkedWithinMs = hourMs
/** Hash before the first event of a chain. */
const start = '0'.repeat(64)

/** The text of an event that is hashed: its place and everything that is stored of it, as JSON. */
export function chainedText(event: AuditEventRecord, position: number): string {
  const { id, merchantId, userId, actorKind, actorName, action, object, before, after, ip, userAgent, requestId } =
    event
  const origin = [ip, userAgent, requestId, event.createdAt.toISOString()]
  return JSON.stringify([
    position,
    id,
    merchantId,
    userId,
    actorKind,
    actorName,
    action,
    object,
    before,
    after,
    ...origin,
  ])
}

/** SHA-256 of the hash before an event, a line break and the event's text, as hexadecimal text. */
const hashEvent = (event: AuditEventRecord, position: number, previousHash: string): string =>
  createHash('sha256')
    .update(`${previousHash}\n${chainedText(event, position)}`)
    .digest('hex')

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
  /** Events that were deleted after the retention period. */
  deleted: number
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
  let [chains, events, deleted] = [0, 0, 0]
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
      events += count - chain.deletedCount
      deleted += chain.deletedCount
      digest.update(`${chain.id} ${chain.length} ${chain.hash}\n`)
    }
    chains += found.length
    afterId = found.at(-1)?.id
    if (found.length < eventsAtOnce) break
  }
  faults.push(...(await write(({ tx, now }) => findStrayEvents(tx, log, now))))
  return { chains, events, deleted, faults, digest: digest.digest('hex') }
}

async function checkChain(
  write: <T>(use: (context: { tx: Tx }) => Promise<T>) => Promise<T>,
  log: AuditLog,
  chain: AuditLog['chains']['$inferSelect'],
): Promise<{ count: number; fault?: string }> {
  const { id, length, hash: end } = chain
  let point = chainStart(chain)
  for (;;) {
    const portion = await write(({ tx }) => checkPortion(tx, log, id, point, eventsAtOnce))
    point = portion.point
    const { count } = point
    if (portion.fault === 'missing') return { count, fault: `Event ${count + 1} of the chain ${id} is missing` }
    if (portion.fault) return { count, fault: `Event ${count + 1} of the chain ${id} was changed (${portion.eventId})` }
    if (portion.isLast) break
  }
  const { count, hash } = point
  // The job may have linked more events since the end was read.
  if (count < length) return { count, fault: `Event ${count + 1} of the chain ${id} is missing` }
  if (count === length && hash !== end) return { count, fault: `The end of the chain ${id} was changed` }
  return { count }
}

/** A place between two events of a chain: how many are before it, and the hash of the last of them. */
export interface ChainPoint {
  count: number
  hash: string
}

/** Before the first event that is stored. */
export const chainStart = (chain: AuditLog['chains']['$inferSelect'] | undefined): ChainPoint => ({
  count: chain?.deletedCount ?? 0,
  hash: chain?.deletedHash ?? start,
})

interface PortionCheck {
  /** After the last event that is right. */
  point: ChainPoint
  /** What is wrong with the next event. */
  fault?: 'missing' | 'changed'
  eventId?: string
  /** No event is stored behind this portion. */
  isLast: boolean
}

/** Recomputes at most `limit` events of a chain, those after a point. */
export async function checkPortion(
  tx: Tx,
  { events: auditEvents, chainOf }: AuditLog,
  id: string,
  { count, hash }: ChainPoint,
  limit: number,
): Promise<PortionCheck> {
  const portion = await tx
    .select()
    .from(auditEvents)
    .where(and(eq(chainOf, id), gt(auditEvents.position, count)))
    .orderBy(asc(auditEvents.position))
    .limit(limit)
  const isLast = portion.length < limit
  let point = { count, hash }
  for (const event of portion) {
    const next = point.count + 1
    if (event.position !== next) return { point, fault: 'missing', isLast }
    const computed = hashEvent(event, next, point.hash)
    if (computed !== event.hash) return { point, fault: 'changed', eventId: event.id, isLast }
    point = { count: next, hash: computed }
  }
  return { point, isLast }
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
