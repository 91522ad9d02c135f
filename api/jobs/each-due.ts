import { and, asc, eq, isNotNull, lte, min, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../database/connect.ts'
import { continuedPages } from './continued-pages.ts'
import type { JobUnitOfWork } from './job-handler.ts'
import { sideBySide } from './side-by-side.ts'

const pageSize = 100
/** Most pages of one run, unless the caller sets another number. */
const usualMostPages = 100
/** Rows processed in parallel; limits parallel requests to banks. */
const rowsAtOnce = 4

/** Rows that become due at the instant in the indexed column `at`; rows where it is null are never due. */
export interface DueQuery {
  table: PgTable & Record<'merchantId' | 'id', AnyPgColumn>
  at: AnyPgColumn
  /** Filter for rows that are still waiting; all rows with an instant by default. */
  where?: SQL
}

interface Key {
  merchantId: string
  id: string
}

const instant = (value: unknown) => new Date(value as string)

/** The earliest instant at which a row of a business becomes due. */
export const nextDue =
  ({ table, at, where }: DueQuery) =>
  async (tx: Tx, merchantId: string): Promise<Date | undefined> => {
    const [found] = await tx
      .select({ at: min(at).mapWith(instant) })
      .from(table)
      .where(and(eq(table.merchantId, merchantId), isNotNull(at), where))
    return found?.at ?? undefined
  }

/**
 * Runs `act` once for each due row, in order of time and on the clock of its business, each in separate transactions. `act`
 * returns whether there was something to do; the result is the number of those. A failure does not stop the rows after it.
 * @throws the first failure, after all rows are processed
 */
export const eachDue = (
  due: DueQuery,
  act: (merchantUnitOfWork: JobUnitOfWork, key: Key) => Promise<boolean>,
  { mostPages = usualMostPages } = {},
) => {
  const inDuePages = continuedPages<Key & { at: Date }>({ full: pageSize, most: mostPages })
  return async (unitOfWork: JobUnitOfWork, merchantId?: string): Promise<number> => {
    let done = 0
    const failures: unknown[] = []
    const one = async (key: Key) => {
      try {
        if (await act(await unitOfWork.of(key.merchantId), key)) done += 1
      } catch (failure) {
        failures.push(failure)
      }
    }
    await inDuePages(merchantId, async (after) => {
      const rows = await findDuePage(due, unitOfWork, after, merchantId)
      await sideBySide(
        rows.map((key) => () => one(key)),
        rowsAtOnce,
      )
      return rows
    })
    if (failures.length > 0) throw failures[0]
    return done
  }
}

/** The next page of due rows, of all businesses or of one. */
const findDuePage = (
  { table, at, where }: DueQuery,
  unitOfWork: JobUnitOfWork,
  after: (Key & { at: Date }) | undefined,
  merchantId?: string,
) =>
  unitOfWork.write(({ tx, now }) =>
    tx
      .select({
        merchantId: sql<string>`${table.merchantId}`,
        id: sql<string>`${table.id}`,
        at: sql`${at}`.mapWith(instant),
      })
      .from(table)
      .where(
        and(
          lte(at, now),
          where,
          merchantId === undefined ? undefined : eq(table.merchantId, merchantId),
          after && sql`(${at}, ${table.id}) > (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
        ),
      )
      .orderBy(asc(at), asc(table.id))
      .limit(pageSize),
  )
