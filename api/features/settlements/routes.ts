import {
  downloadSettlementPostings,
  downloadSettlementStatement,
  downloadSettlements,
  downloadStatement,
  getSettlement,
  getSettlementAnalytics,
  getSettlementsSummary,
  getUnsettled,
  listSettlementLines,
  listSettlements,
  resumeSettlement,
  searchSettlements,
} from '@adire/contract/settlements.ts'
import { downloadRoute, pdfRoute, route } from '../../http/route.ts'
import { getSettlementAnalyticsHandler } from './analytics.ts'
import { downloadSettlementPostingsHandler, downloadSettlementsHandler } from './download.ts'
import { listSettlementLinesHandler } from './lines.ts'
import { getSettlementsSummaryHandler, listSettlementsHandler, searchSettlementsHandler } from './list.ts'
import { resumeSettlementHandler } from './resume.ts'
import { getSettlementHandler } from './serialize.ts'
import { downloadSettlementStatementHandler, downloadStatementHandler } from './statement.ts'
import { getUnsettledHandler } from './unsettled.ts'

export const settlementRoutes = [
  route(listSettlements, listSettlementsHandler),
  route(searchSettlements, searchSettlementsHandler),
  route(getSettlementsSummary, getSettlementsSummaryHandler),
  route(listSettlementLines, listSettlementLinesHandler),
  downloadRoute(downloadSettlements, downloadSettlementsHandler),
  pdfRoute(downloadStatement, downloadStatementHandler),
  route(getSettlement, getSettlementHandler),
  route(resumeSettlement, resumeSettlementHandler),
  downloadRoute(downloadSettlementPostings, downloadSettlementPostingsHandler),
  pdfRoute(downloadSettlementStatement, downloadSettlementStatementHandler),
  route(getUnsettled, getUnsettledHandler),
  route(getSettlementAnalytics, getSettlementAnalyticsHandler),
]
