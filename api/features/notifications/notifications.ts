import type { NotificationKind, NotificationPreferences } from '@adire/contract/users.ts'
import { eq, lt } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { memberships } from '../merchants/tables.ts'
import { users } from '../users/tables.ts'
import { notifications } from './tables.ts'

const keptMs = 90 * 24 * 3_600_000

/** What a user hears of who has chosen nothing: everything in the dashboard, by mail what asks for something. */
export const defaultPreferences: NotificationPreferences = {
  payment: { app: true, mail: false },
  kyc: { app: true, mail: true },
  settlement: { app: true, mail: true },
}

interface News {
  kind: NotificationKind
  title: string
  text: string
  /** Where in the dashboard to look. */
  path?: string
}

const wants = (preferences: NotificationPreferences | null, kind: NotificationKind, way: 'app' | 'mail') =>
  kind === 'security' || (preferences ?? defaultPreferences)[kind][way]

/** Tells the members of a business, each as she has chosen; answers the addresses of those who want a mail too. */
export async function notifyMembers(tx: Tx, merchantId: string, news: News, now: Date): Promise<string[]> {
  const members = await tx
    .select({ id: users.id, email: users.email, preferences: users.notificationPreferences })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.merchantId, merchantId))
  const told = members.filter(({ preferences }) => wants(preferences, news.kind, 'app'))
  if (told.length > 0)
    await tx.insert(notifications).values(told.map(({ id }) => ({ ...news, userId: id, merchantId, createdAt: now })))
  return members.filter(({ preferences }) => wants(preferences, news.kind, 'mail')).map(({ email }) => email)
}

/** Tells one user something about the account itself. */
export const notifyUser = (tx: Tx, userId: string, news: News, now: Date) =>
  tx.insert(notifications).values({ ...news, userId, createdAt: now })

export async function forgetOldNotifications(tx: Tx, now: Date): Promise<void> {
  await tx.delete(notifications).where(lt(notifications.createdAt, new Date(now.getTime() - keptMs)))
}
