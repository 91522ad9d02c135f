import { hourMs } from '@adire/contract/durations.ts'
import * as z from 'zod/mini'
import { jobHandler } from '../../jobs/job-handler.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { lagosDay } from '../../lagos.ts'
import { checkCheckout, confirmCheck, storeCheck } from './check.ts'

/**
 * Time between a check that found a difference and the one that confirms it, in ms. While a new version is deployed, some processes
 * serve its files and others those of the version before; an hour later all serve those of the process that checks.
 */
const confirmAfterMs = hourMs

const confirmCheckout = defineJob('confirm-checkout', z.object({ day: z.string() }))
/** Both wait for another machine: the proxy before our own processes. */
const groupOf = () => 'checkout-integrity'

export const checkoutIntegrityJobHandlers = [
  jobHandler({
    job: defineJob('check-checkout', z.object({})),
    every: '40 3 * * *',
    catchesUp: true,
    groupOf,
    async run({ config, write, now }) {
      const differences = await checkCheckout({ config, write })
      const day = lagosDay(now())
      await write(async (context) => {
        if (!(await storeCheck(context, differences))) return
        const runAt = new Date(context.now.getTime() + confirmAfterMs)
        await enqueueJob(context.tx, confirmCheckout, { day }, { key: `confirm-checkout:${day}`, runAt })
      })
    },
  }),
  jobHandler({
    job: confirmCheckout,
    groupOf,
    async run({ config, write, logError }, { day }) {
      const differences = await checkCheckout({ config, write })
      const isChanged = await write((context) => confirmCheck(context, day, differences))
      if (isChanged) logError?.('the checkout differs from its inventory', { day, differences })
    },
  }),
]
