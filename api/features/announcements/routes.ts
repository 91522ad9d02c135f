import { listAnnouncements } from '@adire/contract/announcements.ts'
import { route } from '../../http/route.ts'
import { listAnnouncementsHandler } from './list.ts'

export const announcementRoutes = [route(listAnnouncements, listAnnouncementsHandler)]
