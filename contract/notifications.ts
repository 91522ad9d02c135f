import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import { Id, inputSchema, NoContent, Paginated, paginationFields, Timestamp } from './fields.ts'
import { NotificationKind } from './users.ts'

export const Notification = z.object({
  id: Id,
  kind: NotificationKind,
  title: z.string(),
  text: z.string(),
  /** Where in the dashboard to look; null where there is nothing more to see. */
  path: z.nullable(z.string()),
  createdAt: Timestamp,
  readAt: z.nullable(Timestamp),
})
export type Notification = z.infer<typeof Notification>

const member = endpointsFor('core', 'member')
/** What the signed-in user should know of this business, and of the account itself; newest first, kept 90 days. */
export const listNotifications = member.get('notifications', inputSchema(paginationFields), Paginated(Notification))
/** How many are unread, up to 99. */
export const countUnread = member.get('notifications/unread', inputSchema({}), z.object({ unread: z.int() }))
/** Marks one as read, or all where no id is given. */
export const readNotifications = member.post('notifications/read', inputSchema({ id: z.optional(Id) }), NoContent)
