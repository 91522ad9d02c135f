import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Id, inputSchema, NoContent, Timestamp } from './fields.ts'
import { Paginated, paginationFields } from './list-schemas.ts'
import { type NotificationCategory, notificationCategories } from './notifications.ts'
import { NotificationKind } from './users-schemas.ts'

export const Notification = describe(
  'Notification of a user.',
  z.object({
    id: Id,
    kind: NotificationKind,
    title: z.string(),
    text: z.string(),
    path: describe('Path of the related page in the dashboard. Null for none.', z.nullable(z.string())),
    isAboutRecipient: describe('Whether it is about a payout to a split recipient, not to the business.', z.boolean()),
    createdAt: Timestamp,
    readAt: describe('Time it was read. Null while unread.', z.nullable(Timestamp)),
  }),
)
export type Notification = z.infer<typeof Notification>

export const listNotifications = {
  description:
    'Notifications of the signed-in user about this business and about their account, newest first. Kept ' +
    'for 90 days.',
  input: inputSchema({
    ...paginationFields,
    category: describe(
      'Category: `payments`, `payouts`, `disputes`, or `account` for reviews and security. Optional.',
      z.optional(z.enum(Object.keys(notificationCategories) as NotificationCategory[])),
    ),
  }),
  output: Paginated(Notification),
}

export const countUnread = {
  description: 'Number of unread notifications, at most 99.',
  input: inputSchema({}),
  output: z.object({ unread: z.int() }),
}

export const readNotifications = {
  description: 'Marks one notification as read, or all of them without `id`.',
  input: inputSchema({ id: z.optional(Id) }),
  output: NoContent,
}
