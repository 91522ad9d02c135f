import { followBusiness } from '@adire/contract/live.ts'
import { countUnread, listNotifications, readNotifications } from '@adire/contract/notifications.ts'
import { route, streamRoute } from '../../http/route.ts'
import { countUnreadHandler, listNotificationsHandler, readNotificationsHandler } from './notifications.ts'

export const notificationRoutes = [
  route(listNotifications, listNotificationsHandler),
  route(countUnread, countUnreadHandler),
  route(readNotifications, readNotificationsHandler),
  streamRoute(followBusiness),
]
