import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { getNotificationPreferences, updateNotificationPreferences } from '@adire/contract/users.ts'
import { eq } from 'drizzle-orm'
import type { UserContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { changesBetween, recordAuditEvent } from '../audit/audit.ts'
import { users } from '../auth/tables.ts'
import { withDefaults } from '../notifications/notifications.ts'

const selectUser = ({ tx, user }: UserContext, id: string) => {
  if (id !== user.id) throw problem.notFound('user')
  return tx.select().from(users).where(eq(users.id, id))
}

export async function getNotificationPreferencesHandler(
  context: UserContext,
  { id }: ParsedInput<typeof getNotificationPreferences>,
) {
  const [found] = await selectUser(context, id)
  return withDefaults(found?.notificationPreferences ?? null)
}

export async function updateNotificationPreferencesHandler(
  context: UserContext,
  { id, ...preferences }: ParsedInput<typeof updateNotificationPreferences>,
) {
  const [locked] = await selectUser(context, id).for('update')
  const changes = changesBetween(withDefaults(locked?.notificationPreferences ?? null), preferences)
  if (changes) {
    await context.tx.update(users).set({ notificationPreferences: preferences }).where(eq(users.id, id))
    await recordAuditEvent(context, { action: 'notifications.updated', ...changes })
  }
  return preferences
}
