import {
  endAnnouncement,
  getSystemState,
  listFailedJobs,
  listHolidays,
  listProcessorEvents,
  listStaffAnnouncements,
  listWebhookHealth,
  publishAnnouncement,
  removeHoliday,
  replayProcessorEvent,
  resolveFailedJobs,
  saveHoliday,
} from '@adire/contract/back-office/system.ts'
import { route } from '../../http/route.ts'
import { endAnnouncementHandler, listStaffAnnouncementsHandler, publishAnnouncementHandler } from './announcements.ts'
import { listHolidaysHandler, removeHolidayHandler, saveHolidayHandler } from './calendar.ts'
import { listProcessorEventsHandler, listWebhookHealthHandler, replayProcessorEventHandler } from './events.ts'
import { listFailedJobsHandler, resolveFailedJobsHandler } from './jobs.ts'
import { getSystemStateHandler } from './state.ts'

export const officeSystemRoutes = [
  route(getSystemState, getSystemStateHandler),
  route(listFailedJobs, listFailedJobsHandler),
  route(resolveFailedJobs, resolveFailedJobsHandler),
  route(listProcessorEvents, listProcessorEventsHandler),
  route(replayProcessorEvent, replayProcessorEventHandler),
  route(listWebhookHealth, listWebhookHealthHandler),
  route(listHolidays, listHolidaysHandler),
  route(saveHoliday, saveHolidayHandler),
  route(removeHoliday, removeHolidayHandler),
  route(listStaffAnnouncements, listStaffAnnouncementsHandler),
  route(publishAnnouncement, publishAnnouncementHandler),
  route(endAnnouncement, endAnnouncementHandler),
]
