import { announce } from '../../jobs/announce.ts'
import { eachDue, nextDue } from '../../jobs/each-due.ts'
import { sweep } from '../../jobs/sweep.ts'
import { applyPartyAccount } from './party-account.ts'
import { splitParties } from './tables.ts'

const due = { table: splitParties, at: splitParties.pendingFrom }

export const sweeps = [
  sweep({
    name: 'change-party-accounts',
    title: 'Accounts of parties changed',
    every: '* * * * *',
    nextAt: nextDue(due),
    run: eachDue(due, ({ write }, { merchantId, id }) =>
      write(async (context) => {
        const isChanged = await applyPartyAccount(context, merchantId, id)
        if (isChanged) await announce(context.tx, merchantId, 'account')
        return isChanged
      }),
    ),
  }),
]
