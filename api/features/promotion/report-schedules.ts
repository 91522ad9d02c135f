import { promotionLimits } from '@adire/contract/promotion.ts'
import { reportFormats } from '@adire/contract/report-schedules.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { users } from '../auth/tables.ts'
import { createReportScheduleHandler, describeSchedule, updateReportScheduleHandler } from '../reports/schedules.ts'
import { reportRecipients, reportSchedules } from '../reports/tables.ts'
import type { Promotable, Promotion, Selection } from './promotable.ts'

type ScheduleRecord = typeof reportSchedules.$inferSelect

interface PromotableSchedule extends Promotable {
  content: Pick<ScheduleRecord, 'report' | 'template' | 'format' | 'frequency'> & { recipientIds: string[] }
  isPaused: boolean
}

/** What people take two schedules for the same by. Two with the same report, format and time differ in their recipients only. */
const keyOf = ({ report, template, format, frequency }: ScheduleRecord) =>
  [report, template, format, frequency].join(' ')

async function loadSchedules(tx: Tx, merchantId: string, { ids, keys }: Selection = {}): Promise<PromotableSchedule[]> {
  const rows = await tx
    .select()
    .from(reportSchedules)
    .where(and(eq(reportSchedules.merchantId, merchantId), ids && inArray(reportSchedules.id, [...ids])))
    .orderBy(asc(reportSchedules.createdAt), asc(reportSchedules.id))
    .limit(promotionLimits.compared + 1)
  const found = rows.filter((schedule) => !keys || keys.includes(keyOf(schedule)))
  const recipients = await loadRecipients(
    tx,
    merchantId,
    found.map(({ id }) => id),
  )
  return found.map((schedule) =>
    toPromotable(
      schedule,
      recipients.filter(({ scheduleId }) => scheduleId === schedule.id),
    ),
  )
}

/** The team is the same in both modes, so recipients are the same people. */
const loadRecipients = async (tx: Tx, merchantId: string, scheduleIds: readonly string[]) =>
  scheduleIds.length === 0
    ? []
    : tx
        .select({ scheduleId: reportRecipients.scheduleId, userId: users.id, email: users.email })
        .from(reportRecipients)
        .innerJoin(users, eq(users.id, reportRecipients.userId))
        .where(and(eq(reportRecipients.merchantId, merchantId), inArray(reportRecipients.scheduleId, [...scheduleIds])))
        .orderBy(asc(users.id))

function toPromotable(
  schedule: ScheduleRecord,
  recipients: readonly { userId: string; email: string }[],
): PromotableSchedule {
  const { id, report, template, format, frequency, nextAt } = schedule
  return {
    id,
    name: describeSchedule(schedule),
    key: keyOf(schedule),
    content: { report, template, format, frequency, recipientIds: recipients.map(({ userId }) => userId) },
    isPaused: nextAt === null,
    shown: {
      Report: describeSchedule(schedule),
      Format: reportFormats[format],
      Recipients: recipients
        .map(({ email }) => email)
        .sort()
        .join(', '),
    },
  }
}

const toInput = ({ template, ...content }: PromotableSchedule['content']) => ({
  ...content,
  template: template ?? ('general' as const),
})

/** A paused schedule is not begun in Live Mode. Pausing itself is not copied: it is about one mode. */
export const reportSchedulePromotion: Promotion<PromotableSchedule> = {
  kind: 'report_schedule',
  load: loadSchedules,
  findObstacle: (_context, { isPaused }, live) =>
    isPaused && !live ? 'It is paused. Resume it in Test Mode first.' : undefined,
  add: (context, { content }) => createReportScheduleHandler(context, toInput(content)),
  update: (context, { content }, { id }) => updateReportScheduleHandler(context, { id, ...toInput(content) }),
}
