import {
  createReportSchedule,
  deleteReportSchedule,
  getReportRun,
  listReportRecipients,
  listReportRuns,
  listReportSchedules,
  pauseReportSchedule,
  resumeReportSchedule,
  sendReportNow,
  updateReportSchedule,
} from '@adire/contract/report-schedules.ts'
import {
  downloadFeeSummary,
  downloadFeeSummaryXlsx,
  downloadFeesByDay,
  downloadFeesByDayXlsx,
  downloadJournal,
  getFeeSummary,
  getJournalAccounts,
  resetJournalAccounts,
  updateJournalAccounts,
} from '@adire/contract/reports.ts'
import { clockIndependentRoute, downloadRoute, route, tableRoutes } from '../../http/route.ts'
import { downloadFeeSummaryHandler, downloadFeesByDayHandler, getFeeSummaryHandler } from './fee-summary.ts'
import { downloadJournalHandler } from './journal.ts'
import {
  getJournalAccountsHandler,
  resetJournalAccountsHandler,
  updateJournalAccountsHandler,
} from './journal-accounts.ts'
import { listReportRecipientsHandler } from './recipients.ts'
import { getReportRunHandler, listReportRunsHandler, sendReportNowHandler } from './runs.ts'
import {
  createReportScheduleHandler,
  deleteReportScheduleHandler,
  listReportSchedulesHandler,
  pauseReportScheduleHandler,
  resumeReportScheduleHandler,
  updateReportScheduleHandler,
} from './schedules.ts'

export const reportRoutes = [
  route(getFeeSummary, getFeeSummaryHandler),
  ...tableRoutes(downloadFeeSummary, downloadFeeSummaryXlsx, downloadFeeSummaryHandler),
  ...tableRoutes(downloadFeesByDay, downloadFeesByDayXlsx, downloadFeesByDayHandler),
  downloadRoute(downloadJournal, downloadJournalHandler),
  clockIndependentRoute(getJournalAccounts, getJournalAccountsHandler),
  route(updateJournalAccounts, updateJournalAccountsHandler),
  route(resetJournalAccounts, resetJournalAccountsHandler),
  route(listReportSchedules, listReportSchedulesHandler),
  route(listReportRecipients, listReportRecipientsHandler),
  route(createReportSchedule, createReportScheduleHandler),
  route(updateReportSchedule, updateReportScheduleHandler),
  route(pauseReportSchedule, pauseReportScheduleHandler),
  route(resumeReportSchedule, resumeReportScheduleHandler),
  route(deleteReportSchedule, deleteReportScheduleHandler),
  route(sendReportNow, sendReportNowHandler),
  route(listReportRuns, listReportRunsHandler),
  route(getReportRun, getReportRunHandler),
]
