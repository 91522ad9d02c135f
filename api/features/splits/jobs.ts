import { and, asc, eq, lte, min } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { announce } from '../../jobs/announce.ts'
import { eachByItself, inPages, sweep } from '../../jobs/sweep.ts'
import type { JobSteps } from '../../jobs/work.ts'
import { applyPartyAccount } from './party-account.ts'
import { splitParties } from './tables.ts'

const atOnce = 100

export const sweeps = [
  sweep({
    name: 'change-party-accounts',
    title: 'Accounts of parties changed',
    every: '* * * * *',
    nextAt: nextDueAt,
    run: (steps, merchantId) => inPages(atOnce, () => changeDue(steps, merchantId)),
  }),
]

async function nextDueAt(tx: Tx, merchantId: string): Promise<Date | undefined> {
  const [next] = await tx
    .select({ at: min(splitParties.pendingFrom) })
    .from(splitParties)
    .where(eq(splitParties.merchantId, merchantId))
  return next?.at ?? undefined
}

/** Each in a transaction of its own, in the time and the mode of its business. */
async function changeDue(steps: JobSteps, merchantId: string | undefined): Promise<number> {
  const due = await steps.write(({ tx }) =>
    tx
      .select({ merchantId: splitParties.merchantId, id: splitParties.id })
      .from(splitParties)
      .where(
        and(
          lte(splitParties.pendingFrom, steps.now()),
          merchantId ? eq(splitParties.merchantId, merchantId) : undefined,
        ),
      )
      .orderBy(asc(splitParties.pendingFrom))
      .limit(atOnce),
  )
  await eachByItself(due, async ({ merchantId, id }) => {
    const own = await steps.of(merchantId)
    await own.write(async (context) => {
      if (await applyPartyAccount(context, merchantId, id)) await announce(context.tx, merchantId, 'account')
    })
  })
  return due.length
}
