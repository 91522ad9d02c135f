import type { AuditAction } from '@adire/contract/audit.ts'
import { type SQL, sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { idColumn, instantColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'

/** The chain that an event belongs to: that of its business, of its user, or of the product. */
export const chainOfEvent = sql<string>`coalesce(merchant_id, user_id, '00000000-0000-0000-0000-000000000000')`

/** Columns of an audit log. */
const auditColumns = <Action extends string>() => ({
  id: idColumn(),
  /** The business of the event; null if it concerns only an account. */
  merchantId: uuid(),
  /** The person who acted, or whose account the event concerns. */
  userId: uuid(),
  actorKind: text({ enum: ['user', 'api_key', 'operator', 'system'] }).notNull(),
  actorName: text().notNull(),
  action: text().$type<Action>().notNull(),
  object: text(),
  before: jsonb().$type<Record<string, unknown>>(),
  after: jsonb().$type<Record<string, unknown>>(),
  ip: text(),
  userAgent: text(),
  requestId: text(),
  createdAt: instantColumn().notNull(),
  /** Place in its chain, from 1. Null until a job has linked it, as a rule within a minute. */
  position: integer(),
  /** SHA-256 of the event, its place and the hash before it. */
  hash: text(),
})

/**
 * An audit log: what was done, by whom and from where. Append-only; `chain.ts` links the events so that a later change is detected.
 * Of a partitioned log, each partition has the unique index of the positions itself (decision 107).
 */
export const auditTable = <Action extends string>(name: string, chainOf: SQL, { isPartitioned = false } = {}) =>
  pgTable(name, auditColumns<Action>(), (table) => [
    ...(isPartitioned
      ? []
      : [uniqueIndex(`${name}_position`).on(chainOf, table.position).where(sql`position is not null`)]),
    index(`${name}_unlinked`).on(table.id).where(sql`position is null`),
    index(`${name}_merchant`).on(table.merchantId, ...newestFirst(table)),
    index(`${name}_user`).on(table.userId, ...newestFirst(table)),
  ])

/** Both ends of each chain of an audit log, so that events missing there are detected. */
export const chainTable = (name: string) =>
  pgTable(name, {
    id: uuid().primaryKey(),
    length: integer().notNull(),
    /** Hash of the event at position `length`. */
    hash: text().notNull(),
    /** How many events were deleted after the retention period: those at the first positions. */
    deletedCount: integer().notNull().default(0),
    /** Hash of the last of them. Null if there are none. */
    deletedHash: text(),
  })

/** The audit log of businesses and their members. */
export const auditEvents = auditTable<AuditAction>('audit_events', chainOfEvent, { isPartitioned: true })
export const auditChains = chainTable('audit_chains')

/** A log with its chains. `chainOf` is the chain of an event, as SQL. */
export interface AuditLog {
  events: typeof auditEvents
  chains: typeof auditChains
  chainOf: SQL<string>
}
export const merchantLog: AuditLog = { events: auditEvents, chains: auditChains, chainOf: chainOfEvent }
