import type { TestContext } from 'node:test'
import { createMandate, debitNow, getMandate, listDebits, scheduleDebit } from '@adire/contract/direct-debit.ts'
import type { EndpointInput } from '@adire/contract/endpoint.ts'
import { playOutcome } from '@adire/contract/simulator.ts'
import { eq } from 'drizzle-orm'
import { mailDebitNotice } from '../features/direct-debit/emails/email-jobs.ts'
import { outbox } from '../jobs/tables.ts'
import { addDays, lagosDay, startOfDay } from '../lagos.ts'
import { testApp } from './app.ts'
import { runJob, runNow } from './drain.ts'
import { aMandate, dayFromNow } from './mandates.ts'

/** A merchant fixture at 09:00 Lagos time, the last moment for a debit tomorrow, with mandates that start tomorrow. */
export async function debitFixture(t: TestContext) {
  const api = await testApp(t)
  const today = addDays(lagosDay(new Date()), 1)
  api.stopClock(new Date(startOfDay(today).getTime() + 9 * 3_600_000))
  const user = await api.createUser()
  const { call } = api.as(user)
  const simulate = (kind: 'mandate' | 'debit', id: string, ...names: string[]) =>
    names.reduce(async (before: Promise<unknown>, name) => {
      await before
      return call(playOutcome, { kind, id, name })
    }, Promise.resolve())
  const mandate = async (
    given: Partial<EndpointInput<typeof createMandate>> = {},
    names = ['agree', 'transfer', 'approve', 'ready'],
  ) => {
    const { id } = await call(createMandate, aMandate(api, given))
    await simulate('mandate', id, ...names)
    return id
  }
  /** A debit on demand whose day has come. */
  const debit = async (id: string, amountKobo: number) => {
    const requested = await call(debitNow, { id, amountKobo })
    await api.runtime.database.write((tx) =>
      tx.$client.query('update mandate_debits set due_at = $1, noticed_at = $1 where id = $2', [
        api.runtime.clock(),
        requested.id,
      ]),
    )
    await runNow(api.runtime, 'debit-mandates')
    const { content } = await call(listDebits, { id, limit: 100 })
    return content.find((one) => one.id === requested.id)!
  }
  const plan = (mandateId: string, amountKobo: number, date = dayFromNow(api)) =>
    call(scheduleDebit, { mandateId, amountKobo, date })
  const seen = (id: string) => call(getMandate, { id })
  const debits = async (id: string) => (await call(listDebits, { id, limit: 100 })).content
  const at = (days: number, hourOfLagos: number, ms = 0) =>
    api.stopClock(new Date(startOfDay(addDays(today, days)).getTime() + hourOfLagos * 3_600_000 + ms))
  /** Hands notices that are due to the mail server, and no other email. */
  const mailNotices = async () => {
    const isNotice = eq(outbox.job, mailDebitNotice.name)
    const notices = await api.runtime.database.write((tx) => tx.delete(outbox).where(isNotice).returning())
    for (const { job, payload, merchantId } of notices) await runJob(api.runtime, job, payload, merchantId)
  }
  const runDebitJobs = async () => {
    await runNow(api.runtime, 'notify-of-debits')
    await mailNotices()
    for (const job of ['debit-mandates', 'follow-mandates']) await runNow(api.runtime, job)
  }
  return { api, user, call, simulate, mandate, debit, plan, seen, debits, at, mailNotices, runDebitJobs }
}
