import { endpointsFor } from './endpoint.ts'
import type * as schemas from './notifications-schemas.ts'
import type { NotificationKind } from './users-schemas.ts'

/** Categories that filter the list, with their kinds. */
export const notificationCategories = {
  payments: ['payment', 'subscription', 'mandate'],
  payouts: ['settlement'],
  disputes: ['dispute'],
  account: ['kyc', 'security'],
} as const satisfies Record<string, readonly NotificationKind[]>
export type NotificationCategory = keyof typeof notificationCategories

const member = endpointsFor('core', 'member', 'notifications', 'every member')
export const listNotifications = member.get<typeof schemas.listNotifications>('notifications')
export const countUnread = member.get<typeof schemas.countUnread>('notifications/unread')
/** Maximum number of devices of one user that get push notifications of one business. */
export const pushDevices = 10

export const getPush = member.get<typeof schemas.getPush>('notifications/push')
export const enablePush = member.post<typeof schemas.enablePush>('notifications/push')
export const disablePush = member.post<typeof schemas.disablePush>('notifications/push/disable')
export const readNotifications = member.post<typeof schemas.readNotifications>('notifications/read')
