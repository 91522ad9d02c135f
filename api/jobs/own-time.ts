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
