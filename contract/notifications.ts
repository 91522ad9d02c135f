import { endpointsFor } from './endpoint.ts'
import type * as schemas from './notifications-schemas.ts'

const member = endpointsFor('core', 'member', 'notifications')
export const listNotifications = member.get<typeof schemas.listNotifications>('notifications')
export const countUnread = member.get<typeof schemas.countUnread>('notifications/unread')
export const readNotifications = member.post<typeof schemas.readNotifications>('notifications/read')
