import type { Mode } from '@adire/contract/call.ts'
import type { Context, Steps } from '../context.ts'
import type { Tx } from '../database/connect.ts'

/** How far ahead of the world's time a business lives, in ms. Only test businesses do (decision 16). */
export async function aheadOf(tx: Tx, merchantId: string): Promise<number> {
  const { rows } = await tx.$client.query<{ ahead: string }>({
    name: 'ahead_of',
    text: 'select ahead_ms as ahead from test_clocks where merchant_id = $1',
    values: [merchantId],
  })
  return Number(rows[0]?.ahead ?? 0)
}

/** The mode of a business, and how far ahead it lives; of one that is not there, nothing would be done. */
export async function timeOf(tx: Tx, merchantId: string): Promise<{ mode: Mode; aheadMs: number }> {
  const { rows } = await tx.$client.query<{ mode: Mode; ahead: string | null }>({
    name: 'time_of',
    text: `select mode, ahead_ms as ahead from merchants left join test_clocks on merchant_id = id where id = $1`,
    values: [merchantId],
  })
  return { mode: rows[0]?.mode ?? 'TEST', aheadMs: Number(rows[0]?.ahead ?? 0) }
}

type Timed = Pick<Context, 'tx' | 'mode' | 'now' | 'realNow'>

/** The same, in the business's own time. */
export async function inTimeOf<C extends Timed>(context: C, merchantId: string): Promise<C> {
  if (context.mode !== 'TEST') return context
  const aheadMs = await aheadOf(context.tx, merchantId)
  return aheadMs === 0 ? context : { ...context, now: new Date(context.realNow.getTime() + aheadMs) }
}

/** The same for a use case in steps: each step looks what time it is. */
export const stepsInTimeOf = <C extends Context>(steps: Steps<C>, merchantId: string): Steps<C> => ({
  ...steps,
  write: (work) => steps.write(async (context) => work(await inTimeOf(context, merchantId))),
})
