import { and, asc, eq, gte, like, lte, max, ne, or } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../database/connect.ts'
import { jobHandler } from '../../jobs/job-handler.ts'
import { defineJob } from '../../jobs/queue.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { emailOperator } from '../notifications/email-operator.ts'
import { holidayAlerts, holidays } from './tables.ts'

/** Number of days ahead for which public holidays must be known. After the last known one, only weekends count as closed days. */
const knownDays = 180
/** Name suffix of holidays that follow the moon: their day is only expected until the government announces it, a few days before. */
const expectedPattern = '%expected)'
const confirmedDays = 14
/** An alert that stays open is emailed again after so many days. */
const repeatDays = { table_end: 30, expected: 5 } as const

type AlertKind = keyof typeof repeatDays

export const holidayAlert = jobHandler({
  job: defineJob('check-holidays', z.object({})),
  // At 09:00 in Lagos.
  every: '0 8 * * *',
  catchesUp: true,
  async run({ write, now, config }) {
    const today = lagosDay(now())
    await write(async ({ tx }) => {
      const alerts = { table_end: await findTableEnd(tx, today), expected: await findExpectedDays(tx, today) }
      for (const [kind, alert] of Object.entries(alerts) as [AlertKind, OperatorAlert | undefined][])
        if (await openAlert(tx, kind, alert?.about, today))
          await emailOperator({ tx, config }, { title: alert!.title, text: alert!.text })
    })
  },
})

interface OperatorAlert {
  /** The last holiday that it is about: with another one it is another alert. */
  about: string
  title: string
  text: string
}

/** Stores the state of an alert; without `about` there is no reason for one, and it ends. Returns whether to email it now. */
async function openAlert(tx: Tx, kind: AlertKind, about: string | undefined, today: string): Promise<boolean> {
  if (about === undefined) {
    await tx.delete(holidayAlerts).where(eq(holidayAlerts.kind, kind))
    return false
  }
  const opened = await tx
    .insert(holidayAlerts)
    .values({ kind, about, sentOn: today })
    .onConflictDoUpdate({
      target: holidayAlerts.kind,
      set: { about, sentOn: today },
      setWhere: or(ne(holidayAlerts.about, about), lte(holidayAlerts.sentOn, addDays(today, -repeatDays[kind]))),
    })
    .returning({ kind: holidayAlerts.kind })
  return opened.length > 0
}

/** Alert if the list of holidays ends within the next half year. */
async function findTableEnd(tx: Tx, today: string): Promise<OperatorAlert | undefined> {
  const [row] = await tx.select({ last: max(holidays.day) }).from(holidays)
  const last = row?.last
  if (last && last >= addDays(today, knownDays)) return undefined
  return {
    about: last ?? '',
    title: 'Add the next public holidays',
    text:
      `${last ? `The last public holiday that is known is on ${last}` : 'No public holiday is known'}. Later settlements ` +
      'and debits are planned for every weekday, also when banks are closed. Add each holiday with ' +
      '"npm run operator -- holiday add <day> --reason <name>".',
  }
}

/** Alert about holidays of the next weeks whose day is only expected. */
async function findExpectedDays(tx: Tx, today: string): Promise<OperatorAlert | undefined> {
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
    about: soon.at(-1)!.day,
    title: 'Check the dates of the next public holidays',
    text:
      `${soon.map(({ day, name }) => `${day}: ${name}`).join('. ')}. The government announces the dates a few days before. If ` +
      'another day is announced, use "npm run operator -- holiday add <day> --reason <name>" and ' +
      '"npm run operator -- holiday remove <day>".',
  }
}
