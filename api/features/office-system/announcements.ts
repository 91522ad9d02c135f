import type {
  endAnnouncement,
  listStaffAnnouncements,
  publishAnnouncement,
} from '@adire/contract/back-office/system.ts'
import type { StaffAnnouncement } from '@adire/contract/back-office/system-schemas.ts'
import { hourMs } from '@adire/contract/durations.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, desc, eq, gt } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { timeAfterWaiting } from '../../database/after-waiting.ts'
import { countUpTo, toListTotal } from '../../http/page.ts'
import { problem } from '../../http/problem.ts'
import { announcements } from '../announcements/tables.ts'
import { recordStaffEvent } from '../staff/events.ts'

/** All announcements, newest first. */
export async function listStaffAnnouncementsHandler(
  { tx, realNow }: StaffContext,
  { limit, offset }: ParsedInput<typeof listStaffAnnouncements>,
) {
  const rows = await tx
    .select()
    .from(announcements)
    .orderBy(desc(announcements.createdAt), desc(announcements.id))
    .limit(limit)
    .offset(offset)
  const total = await countUpTo(tx, announcements, undefined)
  return { content: rows.map((row) => toAnnouncementResponse(row, realNow)), ...toListTotal(total), offset, limit }
}

/** Shows an announcement at once, for some hours. */
export async function publishAnnouncementHandler(
  context: StaffContext,
  { hours, mode, ...fields }: ParsedInput<typeof publishAnnouncement>,
) {
  const { tx, realNow, staff } = context
  const [added] = await tx
    .insert(announcements)
    .values({
      ...fields,
      mode: mode ?? null,
      createdBy: staff.name,
      createdAt: realNow,
      endsAt: new Date(realNow.getTime() + hours * hourMs),
    })
    .returning()
  await recordStaffEvent(context, {
    action: 'announcement.published',
    object: fields.title,
    after: { text: fields.text, hours, ...(mode && { mode }) },
  })
  return toAnnouncementResponse(added!, realNow)
}

/** Takes an announcement off the dashboards. A repeated call changes nothing. */
export async function endAnnouncementHandler(context: StaffContext, { id }: ParsedInput<typeof endAnnouncement>) {
  const { tx, realNow } = context
  const [found] = await tx.select().from(announcements).where(eq(announcements.id, id)).for('update')
  if (!found) throw problem.notFound('announcement')
  const ended = await tx
    .update(announcements)
    .set({ endsAt: realNow })
    .where(and(eq(announcements.id, id), gt(announcements.endsAt, timeAfterWaiting(realNow))))
    .returning()
  if (!ended[0]) return { ...toAnnouncementResponse(found, realNow), isOver: true }
  await recordStaffEvent(context, { action: 'announcement.ended', object: found.title })
  return toAnnouncementResponse(ended[0], realNow)
}

const toAnnouncementResponse = (row: typeof announcements.$inferSelect, now: Date): StaffAnnouncement => ({
  id: row.id,
  level: row.level,
  title: row.title,
  text: row.text,
  mode: row.mode,
  startsAt: row.createdAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  createdBy: row.createdBy,
  isOver: row.endsAt <= now,
})
