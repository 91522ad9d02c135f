import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { getNotificationPreferences, updateNotificationPreferences } from '@adire/contract/users.ts'
import { eq } from 'drizzle-orm'
import type { UserContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { changesBetween, recordAuditEvent } from '../audit/audit.ts'
import { users } from '../auth/tables.ts'
import { withDefaults } from '../notifications/notifications.ts'

export async function getNotificationPreferencesHandler(
  { tx, user }: UserContext,
  { id }: ParsedInput<typeof getNotificationPreferences>,
) {
  if (id !== user.id) throw problem.notFound('user')
  const [found] = await tx.select().from(users).where(eq(users.id, id))
  return withDefaults(found?.notificationPreferences ?? null)
}

export async function updateNotificationPreferencesHandler(
  context: UserContext,
  { id, ...preferences }: ParsedInput<typeof updateNotificationPreferences>,
) {
  const before = await getNotificationPreferencesHandler(context, { id })
  const changes = changesBetween(before, preferences)
  if (changes) {
    await context.tx.update(users).set({ notificationPreferences: preferences }).where(eq(users.id, id))
    await recordAuditEvent(context, { action: 'notifications.updated', ...changes })
  }
  return preferences
}
