import { eq, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Context } from '../../context.ts'

/** Sessions of one kind of account. */
interface SessionTable {
  table: PgTable
  owner: PgColumn
  userAgent: PgColumn
}

/** Whether all earlier sessions of an account came from other browsers. Versions are ignored: an update is not a new device. */
export async function isNewDevice(
  { tx, origin }: Pick<Context, 'tx' | 'origin'>,
  { table, owner, userAgent }: SessionTable,
  ownerId: string,
): Promise<boolean> {
  const same = sql<boolean>`coalesce(bool_or(
    regexp_replace(coalesce(${userAgent}, ''), '[0-9.]+', '', 'g')
    = regexp_replace(${origin.userAgent ?? ''}, '[0-9.]+', '', 'g')), false)`
  const [seen] = await tx.select({ sessions: sql<number>`count(*)::int`, same }).from(table).where(eq(owner, ownerId))
  return seen!.sessions > 0 && !seen!.same
}
