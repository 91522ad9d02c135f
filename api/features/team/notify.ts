import { eq } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { users } from '../auth/tables.ts'
import { notificationEmailJob } from '../notifications/jobs.ts'
import { notifyUser } from '../notifications/notifications.ts'

/** Tells a person about a change of their place in a team, in the dashboard and by email. Returns the person's email address. */
export async function notifyOfTeamChange(
  { tx, realNow }: MemberContext,
  userId: string,
  title: string,
  text: string,
): Promise<string> {
  const [person] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  await notifyUser(tx, userId, { kind: 'security', title, text, path: '/dashboard' }, realNow)
  await enqueueJob(tx, notificationEmailJob, { to: person!.email, title, text, path: '/dashboard', test: false })
  return person!.email
}
