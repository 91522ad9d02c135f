import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Id, inputSchema, NoContent, Timestamp } from './fields.ts'
import { Paginated, paginationFields } from './list-schemas.ts'
import { type NotificationCategory, notificationCategories, pushDevices } from './notifications.ts'
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

const PushAddress = describe(
  'Address of the browser at its push service, at most 1,000 characters. Required.',
  z.string().check(
    z.maxLength(1000),
    z.refine((url) => URL.canParse(url), 'Use an address that starts with https://'),
  ),
)

/** Bytes in base64url without padding, of one length. */
const Base64Url = (length: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}$`)))

export const getPush = {
  description:
    'Push notifications about payments of this business for the signed-in user: the public key (VAPID) with which a ' +
    'browser subscribes, and the devices that are subscribed.',
  input: inputSchema({}),
  output: z.object({
    publicKey: z.string(),
    devices: describe('SHA-256 of the push address of each device, in base64url.', z.array(z.string())),
  }),
}

export const enablePush = {
  description:
    'Sends push notifications about payments of this business to a browser, with the values of its `PushSubscription`, until ' +
    `they are disabled or the session ends. At most ${pushDevices} devices of a user and business; another one replaces the oldest.`,
  input: inputSchema({ endpoint: PushAddress, p256dh: Base64Url(87), auth: Base64Url(22) }),
  output: NoContent,
}

export const disablePush = {
  description: 'Ends the push notifications of this business to a browser.',
  input: inputSchema({ endpoint: PushAddress }),
  output: NoContent,
}

export const countUnread = {
  description: 'Number of unread notifications, at most 99.',
  input: inputSchema({}),
  output: z.object({ unread: z.int() }),
}

export const readNotifications = {
  description: 'Marks one notification as read, or all of them without `id`.',
  input: inputSchema({ id: describe('Id of a notification. Optional.', z.optional(Id)) }),
  output: NoContent,
}
