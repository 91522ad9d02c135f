import * as system from '@adire/contract/back-office/system.ts'
import { route } from '../../http/route.ts'
import { endAnnouncementHandler, listStaffAnnouncementsHandler, publishAnnouncementHandler } from './announcements.ts'
import { listHolidaysHandler, removeHolidayHandler, saveHolidayHandler } from './calendar.ts'
import { listProcessorEventsHandler, listWebhookHealthHandler, replayProcessorEventHandler } from './events.ts'
import { listFailedJobsHandler, resolveFailedJobsHandler } from './jobs.ts'
import { getSystemStateHandler } from './state.ts'

export const officeSystemRoutes = [
  route(system.getSystemState, getSystemStateHandler),
  route(system.listFailedJobs, listFailedJobsHandler),
  route(system.resolveFailedJobs, resolveFailedJobsHandler),
  route(system.listProcessorEvents, listProcessorEventsHandler),
  route(system.replayProcessorEvent, replayProcessorEventHandler),
  route(system.listWebhookHealth, listWebhookHealthHandler),
  route(system.listHolidays, listHolidaysHandler),
  route(system.saveHoliday, saveHolidayHandler),
  route(system.removeHoliday, removeHolidayHandler),
  route(system.listStaffAnnouncements, listStaffAnnouncementsHandler),
  route(system.publishAnnouncement, publishAnnouncementHandler),
  route(system.endAnnouncement, endAnnouncementHandler),
]
