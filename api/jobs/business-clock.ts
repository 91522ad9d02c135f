import type { Mode } from '@adire/contract/call.ts'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Context, UnitOfWork } from '../context.ts'
import type { Tx } from '../database/connect.ts'

/** Clock offset of a business, in ms: business clock minus wall clock. Only test businesses have one (decision 16). */
export async function findClockOffset(tx: Tx, merchantId: string): Promise<number> {
  const { rows } = await tx.$client.query<{ offsetMs: string }>({
    name: 'clock_offset',
    text: 'select offset_ms as "offsetMs" from test_clocks where merchant_id = $1',
    values: [merchantId],
  })
  return Number(rows[0]?.offsetMs ?? 0)
}

/** Mode and clock offset (ms) of a business; TEST and 0 for an unknown one, for which jobs do nothing. */
export async function findBusinessTime(tx: Tx, merchantId: string): Promise<{ mode: Mode; offsetMs: number }> {
  const { rows } = await tx.$client.query<{ mode: Mode; offsetMs: string | null }>({
    name: 'business_time',
    text: `select mode, offset_ms as "offsetMs" from merchants left join test_clocks on merchant_id = id where id = $1`,
    values: [merchantId],
  })
  return { mode: rows[0]?.mode ?? 'TEST', offsetMs: Number(rows[0]?.offsetMs ?? 0) }
}

/** Joins the clock of a test business to a read of something else: `left join ${clock.table} on ${clock.isOf(…)}`. */
export const clock = {
  table: sql`test_clocks`,
  isOf: (merchantId: SQLWrapper) => sql`test_clocks.merchant_id = ${merchantId}`,
  /** Null for a business without an offset. */
  offsetMs: sql<number | null>`test_clocks.offset_ms`.mapWith(Number) as SQL<number | null>,
}

type Timed = Pick<Context, 'tx' | 'mode' | 'now' | 'realNow'>

/** The context with `now` on the business clock. */
export async function withBusinessClock<C extends Timed>(context: C, merchantId: string): Promise<C> {
  if (context.mode !== 'TEST') return context
  return withClockOffset(context, await findClockOffset(context.tx, merchantId))
}

/** The same as `withBusinessClock`, for an offset that the caller knows already. */
export const withClockOffset = <C extends Pick<Timed, 'now' | 'realNow'>>(context: C, offsetMs: number | null): C =>
  offsetMs ? { ...context, now: new Date(context.realNow.getTime() + offsetMs) } : context

/**
 * The unit of work with every transaction on the business clock. `offsetMs` is the offset of that clock if it is known; otherwise the
 * first transaction reads it.
 */
export function unitOfWorkOnBusinessClock<C extends Context>(
  unitOfWork: UnitOfWork<C>,
  merchantId: string,
  offsetMs?: number,
): UnitOfWork<C> {
  const onClock =
    <T>(callback: (context: C) => Promise<T>) =>
    async (context: C) => {
      if (context.mode !== 'TEST') return callback(context)
      offsetMs ??= await findClockOffset(context.tx, merchantId)
      return callback(withClockOffset(context, offsetMs))
    }
  return {
    ...unitOfWork,
    write: (callback) => unitOfWork.write(onClock(callback)),
    writeStatement: (callback) => unitOfWork.writeStatement(onClock(callback)),
  }
}
