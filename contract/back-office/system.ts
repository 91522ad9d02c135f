import { staffEndpointsFor } from './staff-endpoints.ts'
import type * as schemas from './system-schemas.ts'

/** A process that is silent for this long counts as gone, in ms; it reports every `processBeatMs`. */
export const processGoneAfterMs = 90_000
export const processBeatMs = 30_000

const system = staffEndpointsFor('system.view')
export const getSystemState = system.get<typeof schemas.getSystemState>('system')
export const listHolidays = system.get<typeof schemas.listHolidays>('system/holidays')
export const listStaffAnnouncements = system.get<typeof schemas.listStaffAnnouncements>('system/announcements')

const jobs = staffEndpointsFor('jobs.view')
export const listFailedJobs = jobs.get<typeof schemas.listFailedJobs>('system/jobs')
const jobsManage = staffEndpointsFor('jobs.manage')
export const resolveFailedJobs = jobsManage.post<typeof schemas.resolveFailedJobs>('system/jobs/resolve')

const events = staffEndpointsFor('events.view')
export const listProcessorEvents = events.get<typeof schemas.listProcessorEvents>('system/processor-events')
export const listWebhookHealth = events.get<typeof schemas.listWebhookHealth>('system/webhooks')
const eventsManage = staffEndpointsFor('events.manage')
export const replayProcessorEvent = eventsManage.post<typeof schemas.replayProcessorEvent>(
  'system/processor-events/:id/replay',
)

const holidays = staffEndpointsFor('holidays.manage')
export const saveHoliday = holidays.put<typeof schemas.saveHoliday>('system/holidays/:day')
export const removeHoliday = holidays.del<typeof schemas.removeHoliday>('system/holidays/:day')

const announcing = staffEndpointsFor('announcements.manage')
export const publishAnnouncement = announcing.create<typeof schemas.publishAnnouncement>('system/announcements')
export const endAnnouncement = announcing.post<typeof schemas.endAnnouncement>('system/announcements/:id/end')
