import { getPayoutSchedule, updatePayoutSchedule } from '@adire/contract/payout-schedule.ts'
import { getRestrictions } from '@adire/contract/restrictions.ts'
import {
  downloadSettlementPostings,
  downloadSettlementStatement,
  downloadSettlements,
  downloadSettlementsXlsx,
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
import { downloadRoute, pdfRoute, route, tableRoutes } from '../../http/route.ts'
import { getSettlementAnalyticsHandler } from './analytics.ts'
import { downloadSettlementPostingsHandler, downloadSettlementsHandler } from './download.ts'
import { listSettlementLinesHandler } from './lines.ts'
import { getSettlementsSummaryHandler, listSettlementsHandler, searchSettlementsHandler } from './list.ts'
import { getPayoutScheduleHandler, updatePayoutScheduleHandler } from './payout-schedule.ts'
import { getRestrictionsHandler } from './restrictions.ts'
import { resumeSettlementHandler } from './resume.ts'
import { getSettlementHandler } from './serialize.ts'
import { downloadSettlementStatementHandler, downloadStatementHandler } from './statement.ts'
import { getUnsettledHandler } from './unsettled.ts'

export const settlementRoutes = [
  route(getPayoutSchedule, getPayoutScheduleHandler),
  route(updatePayoutSchedule, updatePayoutScheduleHandler),
  route(listSettlements, listSettlementsHandler),
  route(searchSettlements, searchSettlementsHandler),
  route(getSettlementsSummary, getSettlementsSummaryHandler),
  route(listSettlementLines, listSettlementLinesHandler),
  ...tableRoutes(downloadSettlements, downloadSettlementsXlsx, downloadSettlementsHandler),
  pdfRoute(downloadStatement, downloadStatementHandler),
  route(getSettlement, getSettlementHandler),
  route(resumeSettlement, resumeSettlementHandler),
  downloadRoute(downloadSettlementPostings, downloadSettlementPostingsHandler),
  pdfRoute(downloadSettlementStatement, downloadSettlementStatementHandler),
  route(getUnsettled, getUnsettledHandler),
  route(getRestrictions, getRestrictionsHandler),
  route(getSettlementAnalytics, getSettlementAnalyticsHandler),
]
