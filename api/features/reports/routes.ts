import * as reportSchedules from '@adire/contract/report-schedules.ts'
import * as reports from '@adire/contract/reports.ts'
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
  route(reports.getFeeSummary, getFeeSummaryHandler),
  ...tableRoutes(reports.downloadFeeSummary, reports.downloadFeeSummaryXlsx, downloadFeeSummaryHandler),
  ...tableRoutes(reports.downloadFeesByDay, reports.downloadFeesByDayXlsx, downloadFeesByDayHandler),
  downloadRoute(reports.downloadJournal, downloadJournalHandler),
  clockIndependentRoute(reports.getJournalAccounts, getJournalAccountsHandler),
  route(reports.updateJournalAccounts, updateJournalAccountsHandler),
  route(reports.resetJournalAccounts, resetJournalAccountsHandler),
  route(reportSchedules.listReportSchedules, listReportSchedulesHandler),
  route(reportSchedules.listReportRecipients, listReportRecipientsHandler),
  route(reportSchedules.createReportSchedule, createReportScheduleHandler),
  route(reportSchedules.updateReportSchedule, updateReportScheduleHandler),
  route(reportSchedules.pauseReportSchedule, pauseReportScheduleHandler),
  route(reportSchedules.resumeReportSchedule, resumeReportScheduleHandler),
  route(reportSchedules.deleteReportSchedule, deleteReportScheduleHandler),
  route(reportSchedules.sendReportNow, sendReportNowHandler),
  route(reportSchedules.listReportRuns, listReportRunsHandler),
  route(reportSchedules.getReportRun, getReportRunHandler),
]
