import type { Parsed } from '@adire/contract/endpoint.ts'
import type { getNotificationPreferences, updateNotificationPreferences } from '@adire/contract/users.ts'
import { eq } from 'drizzle-orm'
import type { UserContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { changesBetween, record } from '../audit/audit.ts'
import { defaultPreferences } from '../notifications/notifications.ts'
import { users } from './tables.ts'

export async function preferences({ tx, user }: UserContext, { id }: Parsed<typeof getNotificationPreferences>) {
  if (id !== user.id) throw problem.notFound('user')
  const [found] = await tx.select().from(users).where(eq(users.id, id))
  return found?.notificationPreferences ?? defaultPreferences
}

export async function updatePreferences(
  context: UserContext,
  { id, ...wanted }: Parsed<typeof updateNotificationPreferences>,
) {
  const before = await preferences(context, { id })
  const changes = changesBetween(before, wanted)
  if (changes) {
    await context.tx.update(users).set({ notificationPreferences: wanted }).where(eq(users.id, id))
    await record(context, { action: 'notifications.updated', ...changes })
  }
  return wanted
}
