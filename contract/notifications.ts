import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import { Id, inputSchema, NoContent, Paginated, paginationFields, Timestamp } from './fields.ts'
import { NotificationKind } from './users.ts'

/** Notification of a user. */
export const Notification = z.object({
  id: Id,
  kind: NotificationKind,
  title: z.string(),
  text: z.string(),
  /** Path of the related page in the dashboard. Null for none. */
  path: z.nullable(z.string()),
  createdAt: Timestamp,
  /** Time it was read. Null while unread. */
  readAt: z.nullable(Timestamp),
})
export type Notification = z.infer<typeof Notification>

const member = endpointsFor('core', 'member')
/** Notifications of the signed-in user about this business and about their account, newest first. Kept for 90 days. */
export const listNotifications = member.get('notifications', inputSchema(paginationFields), Paginated(Notification))
/** Number of unread notifications, at most 99. */
export const countUnread = member.get('notifications/unread', inputSchema({}), z.object({ unread: z.int() }))
/** Marks one notification as read, or all of them without `id`. */
export const readNotifications = member.post('notifications/read', inputSchema({ id: z.optional(Id) }), NoContent)
