import { followBusiness } from '@adire/contract/live.ts'
import {
  countUnread,
  disablePush,
  enablePush,
  getPush,
  listNotifications,
  readNotifications,
} from '@adire/contract/notifications.ts'
import { route, streamRoute } from '../../http/route.ts'
import { countUnreadHandler, listNotificationsHandler, readNotificationsHandler } from './notifications.ts'
import { disablePushHandler, enablePushHandler, getPushHandler } from './push.ts'

export const notificationRoutes = [
  route(listNotifications, listNotificationsHandler),
  route(countUnread, countUnreadHandler),
  route(readNotifications, readNotificationsHandler),
  route(getPush, getPushHandler),
  route(enablePush, enablePushHandler),
  route(disablePush, disablePushHandler),
  streamRoute(followBusiness),
]
