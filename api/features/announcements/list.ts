import { and, desc, eq, gt, isNull, or } from 'drizzle-orm'
import type { UserContext } from '../../context.ts'
import { announcements } from './tables.ts'

/** More would push the page down: the oldest are left out. */
const mostShown = 5

/** What the dashboard of a mode shows now. */
export async function listAnnouncementsHandler({ tx, mode, realNow }: UserContext) {
  const content = await tx
    .select({
      id: announcements.id,
      level: announcements.level,
      title: announcements.title,
      text: announcements.text,
    })
    .from(announcements)
    .where(and(gt(announcements.endsAt, realNow), or(isNull(announcements.mode), eq(announcements.mode, mode))))
    .orderBy(desc(announcements.createdAt), desc(announcements.id))
    .limit(mostShown)
  return { content }
}
