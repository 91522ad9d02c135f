import { and, asc, gte, like, lte, max } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../database/connect.ts'
import { type JobUnitOfWork, jobHandler } from '../../jobs/job-handler.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { notificationEmailJob } from '../notifications/jobs.ts'
import { holidays } from './tables.ts'

/** Number of days ahead for which public holidays must be known. After the last known one, only weekends count as closed days. */
const knownDays = 180
/** Name suffix of holidays that follow the moon: their day is only expected until the government announces it, a few days before. */
const expectedPattern = '%expected)'
const confirmedDays = 40

export const holidayAlert = jobHandler({
  job: defineJob('check-holidays', z.object({})),
  every: '0 8 1 * *',
  catchesUp: true,
  async run(unitOfWork) {
    const today = lagosDay(unitOfWork.now())
    const texts = await unitOfWork.write(async ({ tx }) => [await tableEnd(tx, today), await expectedDays(tx, today)])
    for (const [index, alert] of texts.entries())
      if (alert) await notifyOperator(unitOfWork, `${today.slice(0, 7)}:${index}`, alert)
  },
})

interface OperatorAlert {
  title: string
  text: string
}

/** Alert if the list of holidays ends within the next half year. */
async function tableEnd(tx: Tx, today: string): Promise<OperatorAlert | undefined> {
  const [row] = await tx.select({ last: max(holidays.day) }).from(holidays)
  const last = row?.last
  if (last && last >= addDays(today, knownDays)) return undefined
  return {
    title: 'Add the next public holidays',
    text:
      `${last ? `The last public holiday that is known is on ${last}` : 'No public holiday is known'}. Later settlements ` +
      'and debits are planned for every weekday, also when banks are closed. Add each holiday with ' +
      '"npm run operator -- holiday add <day> --reason <name>".',
  }
}

/** Alert about holidays of the next weeks whose day is only expected. */
async function expectedDays(tx: Tx, today: string): Promise<OperatorAlert | undefined> {
  const soon = await tx
    .select()
    .from(holidays)
    .where(
      and(
        gte(holidays.day, today),
        lte(holidays.day, addDays(today, confirmedDays)),
        like(holidays.name, expectedPattern),
      ),
    )
    .orderBy(asc(holidays.day))
    .limit(10)
  if (soon.length === 0) return undefined
  return {
    title: 'Check the dates of the next public holidays',
    text:
      `${soon.map(({ day, name }) => `${day}: ${name}`).join('. ')}. The government announces the dates a few days before. If ` +
      'another day is announced, use "npm run operator -- holiday add <day> --reason <name>" and ' +
      '"npm run operator -- holiday remove <day>".',
  }
}

const notifyOperator = ({ write, config }: JobUnitOfWork, key: string, alert: OperatorAlert) =>
  write(({ tx }) =>
    enqueueJob(
      tx,
      notificationEmailJob,
      { to: config.operatorEmail, ...alert, test: false },
      { key: `holidays:${key}` },
    ),
  )
