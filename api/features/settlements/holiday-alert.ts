import { max } from 'drizzle-orm'
import * as z from 'zod/mini'
import { enqueue, job } from '../../jobs/queue.ts'
import { type JobSteps, work } from '../../jobs/work.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { mailNews } from '../notifications/jobs.ts'
import { holidays } from './tables.ts'

/** Public holidays must be known for this long ahead: beyond the last one only weekends count as closed days. */
const knownDays = 180

export const holidayAlert = work({
  job: job('check-holidays', z.object({})),
  every: '0 8 1 * *',
  run: (steps) => alertBeforeTableEnds(steps),
})

/** Emails the operator when the table of holidays ends within the next half year. */
async function alertBeforeTableEnds({ write, now, config }: JobSteps): Promise<void> {
  const today = lagosDay(now())
  await write(async ({ tx }) => {
    const [row] = await tx.select({ last: max(holidays.day) }).from(holidays)
    const last = row?.last
    if (last && last >= addDays(today, knownDays)) return
    await enqueue(
      tx,
      mailNews,
      {
        to: config.operatorEmail,
        title: 'Add the next public holidays',
        text:
          `${last ? `The last public holiday that is known is on ${last}` : 'No public holiday is known'}. Later settlements ` +
          'and debits are planned for every weekday, also when banks are closed. Add each holiday with ' +
          '"npm run operator -- holiday add <day> --reason <name>".',
        test: false,
      },
      { key: `holidays:${today.slice(0, 7)}` },
    )
  })
}
