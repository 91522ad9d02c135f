import * as announcements from '@adire/contract/announcements.ts'
import { route } from '../../http/route.ts'
import { getNoticesHandler } from './get-notices.ts'

export const announcementRoutes = [route(announcements.getNotices, getNoticesHandler)]
