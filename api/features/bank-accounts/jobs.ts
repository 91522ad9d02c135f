import { isNull } from 'drizzle-orm'
import { announce } from '../../jobs/announce.ts'
import { type Due, eachDue, nextDue } from '../../jobs/each-due.ts'
import { sweep } from '../../jobs/sweep.ts'
import { applyChange } from './payout-change.ts'
import { payoutAccountChanges } from './tables.ts'

const due: Due = {
  table: payoutAccountChanges,
  at: payoutAccountChanges.effectiveAt,
  where: isNull(payoutAccountChanges.endedAt),
}

export const sweeps = [
  sweep({
    name: 'change-payout-accounts',
    title: 'Payout accounts changed',
    every: '* * * * *',
    nextAt: nextDue(due),
    run: eachDue(due, ({ write }, { merchantId }) =>
      write(async (context) => {
        const isChanged = await applyChange(context, merchantId)
        if (isChanged) await announce(context.tx, merchantId, 'account')
        return isChanged
      }),
    ),
  }),
]
