import { and, eq, ne } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { listRecipients } from './recipients.ts'
import type { ScheduleRecord } from './serialize.ts'
import { reportSchedules } from './tables.ts'

type Content = Pick<ScheduleRecord, 'report' | 'template' | 'format' | 'frequency'> & {
  recipientIds: readonly string[]
}

/**
 * Checks that no other schedule sends the same report to the same people. Call `lockMerchant` before.
 * @throws 409 report_schedule_exists
 */
export async function requireNoEqualSchedule(
  { tx, merchant }: MemberContext,
  { report, template, format, frequency, recipientIds }: Content,
  changedId?: string,
): Promise<void> {
  const rows = await tx
    .select()
    .from(reportSchedules)
    .where(
      and(
        eq(reportSchedules.merchantId, merchant.id),
        eq(reportSchedules.report, report),
        eq(reportSchedules.format, format),
        eq(reportSchedules.frequency, frequency),
        changedId ? ne(reportSchedules.id, changedId) : undefined,
      ),
    )
  for (const { id, nextAt } of rows.filter((row) => row.template === template)) {
    const present = await listRecipients(tx, merchant.id, id)
    if (present.length !== recipientIds.length || present.some((one) => !recipientIds.includes(one.id))) continue
    const next = nextAt === null ? 'It is paused: resume it instead' : 'Choose other people, or edit that schedule'
    throw problem.conflict('report_schedule_exists', `This report is already scheduled for the same people. ${next}`)
  }
}
