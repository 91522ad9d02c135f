import * as live from '@adire/contract/live.ts'
import * as notifications from '@adire/contract/notifications.ts'
import { route, streamRoute } from '../../http/route.ts'
import { countUnreadHandler, listNotificationsHandler, readNotificationsHandler } from './notifications.ts'
import { disablePushHandler, enablePushHandler, getPushHandler } from './push.ts'

export const notificationRoutes = [
  route(notifications.listNotifications, listNotificationsHandler),
  route(notifications.countUnread, countUnreadHandler),
  route(notifications.readNotifications, readNotificationsHandler),
  route(notifications.getPush, getPushHandler),
  route(notifications.enablePush, enablePushHandler),
  route(notifications.disablePush, disablePushHandler),
  streamRoute(live.followBusiness),
]
