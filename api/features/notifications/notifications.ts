import type { ParsedInput } from '@adire/contract/endpoint.ts'
import {
  type listNotifications,
  notificationCategories,
  type readNotifications,
} from '@adire/contract/notifications.ts'
import type { Permission } from '@adire/contract/permissions.ts'
import type { NotificationKind, NotificationPreferences } from '@adire/contract/users-schemas.ts'
import { and, count, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { deletePortion } from '../../database/delete-portion.ts'
import { retentionStart } from '../../database/retention.ts'
import { listNewest } from '../../http/page.ts'
import { announceTopic } from '../../jobs/announce.ts'
import { listMemberRecords } from '../merchants/member-roles.ts'
import { notifications } from './tables.ts'

/** Preferences of users who have set none: everything in the dashboard; by email only what needs action. */
export const defaultPreferences: NotificationPreferences = {
  payment: { app: true, mail: false },
  subscription: { app: true, mail: true },
  mandate: { app: true, mail: true },
  dispute: { app: true, mail: true },
  kyc: { app: true, mail: true },
  settlement: { app: true, mail: true },
}

export interface NewNotification {
  kind: NotificationKind
  title: string
  text: string
  /** Dashboard path to open. */
  path?: string
  /** Set for a payout to a split recipient. */
  isAboutRecipient?: boolean
}

/** Preferences of a user: those they have set, and the default for kinds that were added since. */
export const withDefaults = (preferences: Partial<NotificationPreferences> | null): NotificationPreferences => ({
  ...defaultPreferences,
  ...preferences,
})

/** What a member must be allowed to see to be notified of it. */
const neededFor: Record<NotificationKind, Permission> = {
  payment: 'payments.view',
  subscription: 'subscriptions.view',
  mandate: 'direct_debit.view',
  dispute: 'disputes.view',
  kyc: 'business.view',
  settlement: 'settlements.view',
  security: 'business.view',
}

/** A member to notify. */
export interface NotifiedMember {
  id: string
  email: string
  preferences: NotificationPreferences | null
  permissions: ReadonlySet<Permission>
}

export const listMembers = async (tx: Tx, merchantId: string): Promise<NotifiedMember[]> =>
  (await listMemberRecords(tx, merchantId)).map(({ user, permissions }) => ({
    id: user.id,
    email: user.email,
    preferences: user.notificationPreferences,
    permissions,
  }))

/** Whether the role of a member includes what such a notification tells. */
export const mayKnow = ({ permissions }: NotifiedMember, kind: NotificationKind) => permissions.has(neededFor[kind])

/** Whether a member may know of such a notification, and wants it this way. */
export const isNotified = (member: NotifiedMember, kind: NotificationKind, way: 'app' | 'mail') =>
  mayKnow(member, kind) && (kind === 'security' || withDefaults(member.preferences)[kind][way])

/**
 * Notifies the members of a business in the dashboard, by their preferences; with `isFor`, only some of them. Returns the emails of
 * members who want an email.
 */
export async function notifyMembers(
  tx: Tx,
  merchantId: string,
  notification: NewNotification,
  now: Date,
  isFor: (member: NotifiedMember) => boolean = () => true,
): Promise<string[]> {
  const members = (await listMembers(tx, merchantId)).filter(isFor)
  const recipients = members.filter((member) => isNotified(member, notification.kind, 'app'))
  if (recipients.length > 0)
    await tx
      .insert(notifications)
      .values(recipients.map(({ id }) => ({ ...notification, userId: id, merchantId, createdAt: now })))
  await announceTopic(tx, merchantId, 'notifications')
  return members.filter((member) => isNotified(member, notification.kind, 'mail')).map(({ email }) => email)
}

/** Notifies one user about their account. */
export async function notifyUser(tx: Tx, userId: string, notification: NewNotification, now: Date): Promise<void> {
  await tx.insert(notifications).values({ ...notification, userId, createdAt: now })
  await announceTopic(tx, userId, 'notifications')
}

/** Purges one portion of the notifications older than 90 days. Returns the number of deleted rows. */
export const purgeNotifications = (tx: Tx, now: Date): Promise<number> =>
  deletePortion(tx, notifications, lt(notifications.createdAt, retentionStart(now)))

/** Notifications of the user about this business or the account. */
const notificationCondition = ({ user, merchant }: MemberContext) =>
  and(
    eq(notifications.userId, user.id),
    or(eq(notifications.merchantId, merchant.id), isNull(notifications.merchantId)),
  )

export function listNotificationsHandler(context: MemberContext, input: ParsedInput<typeof listNotifications>) {
  const kinds = input.category && [...notificationCategories[input.category]]
  return listNewest(context.tx, input, {
    table: notifications,
    where: and(notificationCondition(context), kinds && inArray(notifications.kind, kinds)),
    from: context.tx.select().from(notifications),
    serialize: toNotificationResponse,
    keyOf: ({ createdAt, id }) => [createdAt, id],
  })
}

const toNotificationResponse = ({
  userId: _,
  merchantId: __,
  createdAt,
  readAt,
  ...row
}: typeof notifications.$inferSelect) => ({
  ...row,
  createdAt: createdAt.toISOString(),
  readAt: readAt?.toISOString() ?? null,
})

const maxUnread = 99

export async function countUnreadHandler(context: MemberContext) {
  const some = context.tx
    .select({ one: sql`1` })
    .from(notifications)
    .where(and(notificationCondition(context), isNull(notifications.readAt)))
    .limit(maxUnread)
    .as('some')
  const [counted] = await context.tx.select({ unread: count() }).from(some)
  return { unread: counted!.unread }
}

export async function readNotificationsHandler(context: MemberContext, { id }: ParsedInput<typeof readNotifications>) {
  await context.tx
    .update(notifications)
    .set({ readAt: context.realNow })
    .where(and(notificationCondition(context), isNull(notifications.readAt), id ? eq(notifications.id, id) : undefined))
}
