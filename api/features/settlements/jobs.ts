import * as z from 'zod/mini'
import { connectorFor } from '../../connectors/connector-for.ts'
import { enqueue, job } from '../../jobs/queue.ts'
import { sideBySide } from '../../jobs/side-by-side.ts'
import { eachByItself, inPages, sweep } from '../../jobs/sweep.ts'
import { type JobSteps, work } from '../../jobs/work.ts'
import { nightly } from './alarm.ts'
import { nextPayout, nextRelease, ownersDue, ownersOf, payoutsDue, release, reservesDue } from './due.ts'
import { gather, nextGathering } from './gather.ts'
import { holidayAlert } from './holiday-alert.ts'
import { findSettlement, type Owner } from './move.ts'
import { askAgain, pay } from './pay.ts'

const atOnce = 200
/** So many of them at the same time: each business is settled by itself. */
const together = 6

const Due = z.object({ merchantId: z.string(), settlementId: z.string() })
const payOut = job('pay-out', Due)

export const works = [
  nightly,
  holidayAlert,
  work({
    job: payOut,
    async run({ mode, config, write }, { merchantId, settlementId: id }) {
      const { status } = await write(({ tx }) => findSettlement(tx, { merchantId, id }))
      if (status !== 'pending' && status !== 'processing') return
      const connector = connectorFor(mode, config, write)
      await (status === 'pending' ? pay : askAgain)(write, connector, { merchantId, id })
    },
  }),
]

export const sweeps = [
  sweep({
    name: 'release-reserves',
    title: 'Reserves released',
    every: '* * * * *',
    nextAt: nextRelease,
    async run(steps, merchantId) {
      const due = merchantId ? [merchantId] : await steps.write((context) => reservesDue(context, atOnce))
      let done = 0
      await eachByItself(due, async (id) => {
        done += await (await steps.of(id)).write((context) => release(context, id))
      })
      return done
    },
  }),
  sweep({
    name: 'gather-settlements',
    title: 'Takings gathered to be settled',
    every: '* * * * *',
    nextAt: nextGathering,
    async run(steps, merchantId) {
      if (merchantId) return gatherFor(steps, await steps.write(({ tx }) => ownersOf(tx, merchantId)))
      let last: string | undefined
      return inPages(atOnce, async () => {
        const after = last
        const due = await steps.write((context) => ownersDue(context, atOnce, after))
        last = due.at(-1)?.ownerId
        await gatherFor(steps, due)
        return due.length
      })
    },
  }),
  sweep({
    name: 'pay-settlements',
    title: 'Settlements sent to the bank',
    every: '* * * * *',
    nextAt: nextPayout,
    run: ({ write }, merchantId) =>
      inPages(atOnce, () =>
        write(async (context) => {
          const due = await payoutsDue(context, atOnce, merchantId)
          for (const one of due) await enqueue(context.tx, payOut, one, { merchantId: one.merchantId })
          return due.length
        }),
      ),
  }),
]

/** Answers for how many of them a day was gathered. One that cannot be gathered leaves the others be, and is tried again. */
async function gatherFor(steps: JobSteps, owners: readonly Owner[]): Promise<number> {
  let done = 0
  let failure: unknown
  const work = owners.map((owner) => async () => {
    try {
      if (await (await steps.of(owner.merchantId)).write((context) => gather(context, owner))) done++
    } catch (error) {
      failure = error
    }
  })
  await sideBySide(work, together)
  if (failure) throw failure
  return done
}
