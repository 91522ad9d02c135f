import type { SettlementStatus } from '@adire/contract/settlements-schemas.ts'
import { eq, inArray } from 'drizzle-orm'
import * as z from 'zod/mini'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { Tx } from '../../database/connect.ts'
import { type JobUnitOfWork, jobHandler } from '../../jobs/job-handler.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { inPages, processEach, scheduledJob } from '../../jobs/scheduled-job.ts'
import { sideBySide } from '../../jobs/side-by-side.ts'
import { nightlyLedgerCheck } from './alarm.ts'
import { type BankingCalendar, isSettlementDay, loadCalendar } from './calendar.ts'
import { createSettlement } from './create.ts'
import {
  claimDuePayouts,
  listDueOwners,
  listDueReserves,
  listOwners,
  nextPayout,
  nextRelease,
  releaseReserves,
} from './due.ts'
import { holidayAlert } from './holiday-alert.ts'
import { checkReturnedPayout } from './late-payout.ts'
import { findSettlement, type SettlementOwner } from './move.ts'
import { nextSettlementTime } from './next-settlement-time.ts'
import { checkPayout, paySettlement } from './pay.ts'
import type { OpenPayouts } from './pending-transfer.ts'
import { checkPaidPayout } from './sent-back.ts'
import { payouts } from './tables.ts'

const batchSize = 200
/** Number of owners settled at the same time. Each is settled in its own transaction. */
const parallelOwners = 6

const Due = z.object({ merchantId: z.string(), settlementId: z.string() })
/** Pays a due settlement out, or queries the bank about it. */
export const payOut = defineJob('pay-out', Due)
/** Queries the bank about a payout, also one that it has confirmed, and about an attempt that came back. Never sends one: it may not be due. */
const checkPayoutOutcome = defineJob('check-payout', z.extend(Due, { attempt: z.optional(z.number()) }))

/** Runs the step for the status that a settlement has now, if any. */
async function runStep(
  unitOfWork: JobUnitOfWork,
  { merchantId, settlementId: id }: z.infer<typeof Due>,
  steps: Partial<Record<SettlementStatus, typeof paySettlement>>,
): Promise<void> {
  const { status, attempts } = await unitOfWork.write(({ tx }) => findSettlement(tx, { merchantId, id }))
  await steps[status]?.(unitOfWork.write, openPayouts(unitOfWork), { merchantId, id, attempts })
}

const openPayouts =
  (unitOfWork: JobUnitOfWork): OpenPayouts =>
  (processor) =>
    connectorFor(unitOfWork, 'payouts', processor)

export const settlementJobHandlers = [
  nightlyLedgerCheck,
  holidayAlert,
  jobHandler({
    job: payOut,
    groupOf: ({ merchantId }) => merchantId,
    run: (unitOfWork, due) => runStep(unitOfWork, due, { pending: paySettlement, processing: checkPayout }),
  }),
  jobHandler({
    job: checkPayoutOutcome,
    groupOf: ({ merchantId }) => merchantId,
    async run(unitOfWork, { attempt, ...due }) {
      if (attempt !== undefined) {
        const { merchantId, settlementId: id } = due
        await checkReturnedPayout(unitOfWork.write, openPayouts(unitOfWork), { merchantId, id, attempt })
      }
      await runStep(unitOfWork, due, { processing: checkPayout, success: checkPaidPayout })
    },
  }),
]

export const settlementScheduledJobs = [
  scheduledJob({
    name: 'release-reserves',
    title: 'Reserves released',
    every: '* * * * *',
    nextAt: nextRelease,
    async run(unitOfWork, merchantId) {
      const due = merchantId ? [merchantId] : await unitOfWork.write((context) => listDueReserves(context, batchSize))
      let done = 0
      await processEach(due, async (id) => {
        done += await (await unitOfWork.of(id)).write((context) => releaseReserves(context, id))
      })
      return done
    },
  }),
  scheduledJob({
    name: 'create-settlements',
    title: 'Settlements created',
    every: '* * * * *',
    nextAt: nextSettlementTime,
    async run(unitOfWork, merchantId) {
      const calendar = await unitOfWork.write(({ tx }) => loadCalendar(tx))
      if (merchantId) {
        const owners = await unitOfWork.write(({ tx }) => listOwners(tx, merchantId))
        return createSettlementsFor(unitOfWork, owners, calendar)
      }
      if (!isSettlementDay(calendar, unitOfWork.now())) return 0
      let last: string | undefined
      return inPages(batchSize, async () => {
        const after = last
        const due = await unitOfWork.write((context) => listDueOwners(context, batchSize, after))
        last = due.at(-1)?.ownerId
        await createSettlementsFor(unitOfWork, due, calendar)
        return due.length
      })
    },
  }),
  scheduledJob({
    name: 'pay-settlements',
    title: 'Settlements sent to the bank',
    every: '* * * * *',
    nextAt: nextPayout,
    run: ({ write }, merchantId) =>
      inPages(batchSize, () =>
        write(async (context) => {
          const { rows, count } = await claimDuePayouts(context, batchSize, merchantId)
          for (const due of rows) await enqueueJob(context.tx, payOut, due, { merchantId: due.merchantId })
          return count
        }),
      ),
  }),
]

/** Enqueues a check of the payout attempt with this reference. False if there is none. */
export async function enqueuePayoutCheck(tx: Tx, reference: string): Promise<boolean> {
  const [found] = await tx
    .select({ merchantId: payouts.merchantId, settlementId: payouts.settlementId, attempt: payouts.attempt })
    .from(payouts)
    .where(eq(payouts.reference, reference))
  if (found) await enqueueJob(tx, checkPayoutOutcome, found, { merchantId: found.merchantId })
  return found !== undefined
}

/** Enqueues a check of each payout attempt of these references that came back: the processor has paid it since. */
export async function enqueueReturnedPayoutChecks(tx: Tx, references: readonly string[]): Promise<void> {
  if (references.length === 0) return
  const { merchantId, settlementId, attempt, status } = payouts
  const found = await tx
    .select({ merchantId, settlementId, attempt, status })
    .from(payouts)
    .where(inArray(payouts.reference, references))
  for (const { status: known, ...due } of found)
    if (known === 'returned') await enqueueJob(tx, checkPayoutOutcome, due, { merchantId: due.merchantId })
}

const never = () => false

/** Returns the number of owners settled. A failure of one does not stop the others; it is tried again in the next run. */
async function createSettlementsFor(
  unitOfWork: JobUnitOfWork,
  owners: readonly SettlementOwner[],
  calendar: BankingCalendar,
): Promise<number> {
  let done = 0
  let failure: unknown
  await sideBySide(owners, parallelOwners, never, async (owner) => {
    try {
      const { write } = await unitOfWork.of(owner.merchantId)
      if (await write((context) => createSettlement(context, owner, calendar))) done++
    } catch (error) {
      failure = error
    }
  })
  if (failure) throw failure
  return done
}
