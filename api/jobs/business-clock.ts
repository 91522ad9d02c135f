import type { Mode } from '@adire/contract/call.ts'
import type { Context, UnitOfWork } from '../context.ts'
import type { Tx } from '../database/connect.ts'

/** How far ahead of the world's time a business lives, in ms. Only test businesses do (decision 16). */
export async function findClockOffset(tx: Tx, merchantId: string): Promise<number> {
  const { rows } = await tx.$client.query<{ ahead: string }>({
    name: 'ahead_of',
    text: 'select offset_ms as ahead from test_clocks where merchant_id = $1',
    values: [merchantId],
  })
  return Number(rows[0]?.ahead ?? 0)
}

/** The mode of a business, and how far ahead it lives; of one that is not there, nothing would be done. */
export async function findBusinessTime(tx: Tx, merchantId: string): Promise<{ mode: Mode; offsetMs: number }> {
  const { rows } = await tx.$client.query<{ mode: Mode; ahead: string | null }>({
    name: 'time_of',
    text: `select mode, offset_ms as ahead from merchants left join test_clocks on merchant_id = id where id = $1`,
    values: [merchantId],
  })
  return { mode: rows[0]?.mode ?? 'TEST', offsetMs: Number(rows[0]?.ahead ?? 0) }
}

type Timed = Pick<Context, 'tx' | 'mode' | 'now' | 'realNow'>

/** The same, in the business's own time. */
export async function withBusinessClock<C extends Timed>(context: C, merchantId: string): Promise<C> {
  if (context.mode !== 'TEST') return context
  const offsetMs = await findClockOffset(context.tx, merchantId)
  return offsetMs === 0 ? context : { ...context, now: new Date(context.realNow.getTime() + offsetMs) }
}

/** The same for a use case in steps: each step looks what time it is. */
export const unitOfWorkOnBusinessClock = <C extends Context>(
  unitOfWork: UnitOfWork<C>,
  merchantId: string,
): UnitOfWork<C> => ({
  ...unitOfWork,
  write: (callback) => unitOfWork.write(async (context) => callback(await withBusinessClock(context, merchantId))),
})
