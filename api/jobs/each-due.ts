import { and, asc, eq, isNotNull, lte, min, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../database/connect.ts'
import type { JobUnitOfWork } from './job-handler.ts'
import { type IsOver, oneSlice, openRoundRobin } from './round-robin.ts'
import { sideBySide } from './side-by-side.ts'

const pageSize = 100
/** Maximum number of pages of a business in one run, if the caller sets none. */
const defaultMaxPages = 100
/** Rows of a business processed in parallel; limits its parallel requests to banks. */
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

/** Maximum number of businesses in one run. */
const maxBusinesses = 10_000

type Due = Key & { at: Date }

/**
 * Runs `act` once for each due row, each in its own transactions. Businesses take turns (`openRoundRobin`); the rows of a business are
 * processed in order of time, on its clock. `act` returns whether there was something to do; the result is the number of such rows. A
 * failure does not stop the rows after it. If a run for all businesses leaves rows of a business, the next run of this process continues
 * after the last one, so that rows that stay due do not keep later ones waiting.
 * @throws the first failure, after all rows are processed
 */
export const eachDue = (
  due: DueQuery,
  act: (merchantUnitOfWork: JobUnitOfWork, key: Key) => Promise<boolean>,
  { maxPages = defaultMaxPages } = {},
) => {
  const roundRobin = openRoundRobin()
  const stoppedAt = new Map<string, Due>()
  return async (unitOfWork: JobUnitOfWork, merchantId?: string): Promise<number> => {
    const after = merchantId === undefined ? stoppedAt : new Map<string, Due>()
    const pages = new Map<string, number>()
    let done = 0
    const failures: unknown[] = []
    const takePage = async (id: string, isOver: IsOver): Promise<boolean> => {
      const rows = await findDuePage(due, unitOfWork, id, after.get(id))
      const business = await unitOfWork.of(id)
      const started = await sideBySide(rows, rowsAtOnce, isOver, async (row) => {
        try {
          if (await act(business, row)) done += 1
        } catch (failure) {
          failures.push(failure)
        }
      })
      const isEnd = started === rows.length && rows.length < pageSize
      if (isEnd) after.delete(id)
      else if (started > 0) after.set(id, rows[started - 1]!)
      pages.set(id, (pages.get(id) ?? 0) + 1)
      return !isEnd && pages.get(id)! < maxPages
    }
    const runSlice = (id: string, isOver: IsOver) =>
      takePage(id, isOver).catch((failure) => {
        failures.push(failure)
        return false
      })
    if (merchantId === undefined) await roundRobin(await listDueBusinesses(due, unitOfWork), runSlice)
    else await openRoundRobin(oneSlice)([merchantId], runSlice)
    if (failures.length > 0) throw failures[0]
    return done
  }
}

/** Businesses with due rows, in the order of their earliest row. Those beyond the limit follow in the next run. */
export const listDueBusinesses = ({ table, at, where }: DueQuery, unitOfWork: JobUnitOfWork): Promise<string[]> =>
  unitOfWork.write(async ({ tx, now }) => {
    const found = await tx
      .select({ merchantId: sql<string>`${table.merchantId}` })
      .from(table)
      .where(and(lte(at, now), where))
      .groupBy(table.merchantId)
      .orderBy(min(at))
      .limit(maxBusinesses)
    return found.map(({ merchantId }) => merchantId)
  })

/** The next page of due rows of a business. */
const findDuePage = (
  { table, at, where }: DueQuery,
  unitOfWork: JobUnitOfWork,
  merchantId: string,
  after: Due | undefined,
): Promise<Due[]> =>
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
          eq(table.merchantId, merchantId),
          lte(at, now),
          where,
          after && sql`(${at}, ${table.id}) > (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
        ),
      )
      .orderBy(asc(at), asc(table.id))
      .limit(pageSize),
  )
