import type { createMandate } from '@adire/contract/direct-debit.ts'
import { dayMs } from '@adire/contract/durations.ts'
import type { EndpointInput } from '@adire/contract/endpoint.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context, MerchantContext, UnitOfWork } from '../../context.ts'
import { users } from '../../features/auth/tables.ts'
import { createMandateHandler } from '../../features/direct-debit/create-mandate.ts'
import { debitNowHandler, scheduleDebitHandler } from '../../features/direct-debit/debits.ts'
import { directDebitScheduledJobs } from '../../features/direct-debit/jobs.ts'
import { mandateOutcomes } from '../../features/direct-debit/mandate-outcomes.ts'
import { cancelMandateHandler } from '../../features/direct-debit/send.ts'
import { mandateDebits, mandates } from '../../features/direct-debit/tables.ts'
import { openMedia } from '../../files/media.ts'
import type { FileStore } from '../../files/store.ts'
import { runCreation } from '../../http/creation.ts'
import type { JobUnitOfWork } from '../../jobs/job-handler.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import type { Tx } from '../connect.ts'
import { demoCredentials } from './demo.ts'

const gtBankId = 8

/** An action on a mandate, `ago` days ago: an outcome, a cancellation, or a debit in naira, as soon as possible or planned `in` days later. */
export type MandateAct =
  | { ago: number; outcome: string }
  | { ago: number; cancel: string }
  | { ago: number; debit: number }
  | { ago: number; plan: number; in: number }

export interface DemoMandate {
  ago: number
  who: readonly [name: string, email: string]
  /** Last two digits of the sandbox account number; they determine the mandate's outcome. */
  account: string
  /** The account belongs to somebody else, and the dashboard warns of it. */
  isOfAnother?: true
  naira: number
  narration: string
  startIn: number
  endIn?: number
  more?: Partial<EndpointInput<typeof createMandate>>
  acts: readonly MandateAct[]
}

/** No emails are sent of the past: its notices count as sent. */
const recordNotices = (tx: Tx, merchantId: string, now: Date) =>
  tx
    .update(mandateDebits)
    .set({ noticedAt: now })
    .where(
      and(
        eq(mandateDebits.merchantId, merchantId),
        eq(mandateDebits.status, 'scheduled'),
        isNull(mandateDebits.noticeAt),
        isNull(mandateDebits.noticedAt),
      ),
    )

type SeedContext = Context & { files: FileStore }

/** Units of work of the demo user and of jobs, in the transaction of the seed and at the time of `clock`. */
async function openPast({ files, ...context }: SeedContext, merchantId: string, clock: { now: Date }) {
  const { tx, config, vault } = context
  const [found] = await tx.select().from(users).where(eq(users.email, demoCredentials.email))
  const user = { id: found!.id, email: found!.email, sessionId: 'seed' }
  // One at a time, like transactions.
  let last: Promise<unknown> = Promise.resolve()
  const write: UnitOfWork<MerchantContext>['write'] = (callback) => {
    const merchantContext = {
      ...context,
      now: clock.now,
      realNow: clock.now,
      origin: { requestId: 'seed', ip: '102.89.34.77', userAgent: null },
      merchant: { id: merchantId },
      user,
      apiKey: undefined,
    }
    const done = last.then(() => callback(merchantContext))
    last = done.catch(() => {})
    return done
  }
  const unitOfWork: UnitOfWork<MerchantContext> = { mode: 'TEST', config, vault, files, write, writeStatement: write }
  const jobs: JobUnitOfWork = {
    ...{ config, vault, files, media: openMedia(), mode: 'TEST', write, writeStatement: write },
    now: () => clock.now,
    of: async () => jobs,
  }
  return { unitOfWork, jobs }
}

/** Simulates the past of a business: scheduled jobs run at the instants at which they were due. */
export async function startPastBusiness(context: SeedContext, merchantId: string) {
  const { tx } = context
  const clock = { now: new Date(context.now.getTime() - 80 * dayMs) }
  const { unitOfWork, jobs } = await openPast(context, merchantId, clock)
  const { write } = unitOfWork
  const ids = new Map<DemoMandate, string>()
  return {
    async make(mandate: DemoMandate) {
      const { who, account, naira, narration, startIn, endIn, more, isOfAnother } = mandate
      const today = lagosDay(clock.now)
      const { id } = await runCreation(unitOfWork, createMandateHandler, {
        customerName: who[0],
        customerEmail: who[1],
        bankId: gtBankId,
        accountNumber: `00000000${account}`,
        kind: 'variable',
        amountKobo: naira * 100,
        narration,
        startOn: addDays(today, startIn),
        feeBearer: 'merchant',
        draft: false,
        ...more,
        ...(endIn !== undefined && { endOn: addDays(today, endIn) }),
      })
      ids.set(mandate, id)
      // The accounts of the sandbox have other names. The customer agrees to the name that they see.
      const accountName = who[0].split(' ').reverse().join(' ').toUpperCase()
      if (!isOfAnother) await write(({ tx }) => tx.update(mandates).set({ accountName }).where(eq(mandates.id, id)))
    },
    async act(mandate: DemoMandate, act: MandateAct) {
      const id = ids.get(mandate)!
      if ('outcome' in act) await mandateOutcomes.apply(unitOfWork, id, act.outcome)
      else if ('cancel' in act)
        await write((merchantContext) => cancelMandateHandler(merchantContext, { id, reason: act.cancel }))
      else if ('debit' in act)
        await write((merchantContext) => debitNowHandler(merchantContext, { id, amountKobo: act.debit * 100 }))
      else {
        const date = addDays(lagosDay(clock.now), act.in)
        await write((merchantContext) =>
          scheduleDebitHandler(merchantContext, { mandateId: id, amountKobo: act.plan * 100, date }),
        )
      }
      await recordNotices(tx, merchantId, clock.now)
    },
    async passTo(end: Date) {
      for (;;) {
        const due: (Date | undefined)[] = []
        for (const { nextAt } of directDebitScheduledJobs)
          due.push(await write(({ tx }) => nextAt!(tx, merchantId, clock.now)))
        const next = due.filter((at) => at !== undefined).sort((one, other) => one.getTime() - other.getTime())[0]
        if (!next || next > end) break
        if (next > clock.now) clock.now = next
        for (const { run } of directDebitScheduledJobs) {
          await run(jobs, merchantId)
          await recordNotices(tx, merchantId, clock.now)
        }
      }
      clock.now = end
    },
  }
}
