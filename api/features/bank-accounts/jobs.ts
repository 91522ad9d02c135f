import { and, asc, eq, isNull, lte, min } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { announce } from '../../jobs/announce.ts'
import { eachByItself, inPages, sweep } from '../../jobs/sweep.ts'
import type { JobSteps } from '../../jobs/work.ts'
import { applyChange } from './payout-change.ts'
import { payoutAccountChanges } from './tables.ts'

const atOnce = 100

export const sweeps = [
  sweep({
    name: 'change-payout-accounts',
    title: 'Payout accounts changed',
    every: '* * * * *',
    nextAt: nextDueAt,
    run: (steps, merchantId) => inPages(atOnce, () => changeDue(steps, merchantId)),
  }),
]

async function nextDueAt(tx: Tx, merchantId: string): Promise<Date | undefined> {
  const [next] = await tx
    .select({ at: min(payoutAccountChanges.effectiveAt) })
    .from(payoutAccountChanges)
    .where(and(eq(payoutAccountChanges.merchantId, merchantId), isNull(payoutAccountChanges.endedAt)))
  return next?.at ?? undefined
}

/** Each in a transaction of its own, in the time and the mode of its business. */
async function changeDue(steps: JobSteps, merchantId: string | undefined): Promise<number> {
  const due = await steps.write(({ tx }) =>
    tx
      .select({ merchantId: payoutAccountChanges.merchantId })
      .from(payoutAccountChanges)
      .where(
        and(
          isNull(payoutAccountChanges.endedAt),
          lte(payoutAccountChanges.effectiveAt, steps.now()),
          merchantId ? eq(payoutAccountChanges.merchantId, merchantId) : undefined,
        ),
      )
      .orderBy(asc(payoutAccountChanges.effectiveAt))
      .limit(atOnce),
  )
  await eachByItself(due, async ({ merchantId }) => {
    const own = await steps.of(merchantId)
    await own.write(async (context) => {
      if (await applyChange(context, merchantId)) await announce(context.tx, merchantId, 'account')
    })
  })
  return due.length
}
