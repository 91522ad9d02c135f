import { downloadFeeSummary, downloadFeeSummaryXlsx, downloadJournal, getFeeSummary } from '@adire/contract/reports.ts'
import { downloadRoute, route, tableRoutes } from '../../http/route.ts'
import { downloadFeeSummaryHandler, getFeeSummaryHandler } from './fee-summary.ts'
import { downloadJournalHandler } from './journal.ts'

export const reportRoutes = [
  route(getFeeSummary, getFeeSummaryHandler),
  ...tableRoutes(downloadFeeSummary, downloadFeeSummaryXlsx, downloadFeeSummaryHandler),
  downloadRoute(downloadJournal, downloadJournalHandler),
]
