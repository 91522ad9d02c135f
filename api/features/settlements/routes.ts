import * as payoutSchedule from '@adire/contract/payout-schedule.ts'
import * as restrictions from '@adire/contract/restrictions.ts'
import * as settlements from '@adire/contract/settlements.ts'
import { downloadRoute, pdfRoute, route, tableRoutes } from '../../http/route.ts'
import { getSettlementAnalyticsHandler } from './analytics.ts'
import { downloadSettlementPostingsHandler, downloadSettlementsHandler } from './download.ts'
import { listSettlementLinesHandler } from './lines.ts'
import { getSettlementsSummaryHandler, listSettlementsHandler, searchSettlementsHandler } from './list.ts'
import { getPayoutScheduleHandler, updatePayoutScheduleHandler } from './payout-schedule.ts'
import { getRestrictionsHandler } from './restrictions.ts'
import { resumeSettlementHandler } from './resume.ts'
import { getSettlementHandler } from './serialize.ts'
import { downloadPeriodStatementHandler, downloadSettlementStatementHandler } from './statement.ts'
import { getUnsettledHandler } from './unsettled.ts'

export const settlementRoutes = [
  route(payoutSchedule.getPayoutSchedule, getPayoutScheduleHandler),
  route(payoutSchedule.updatePayoutSchedule, updatePayoutScheduleHandler),
  route(settlements.listSettlements, listSettlementsHandler),
  route(settlements.searchSettlements, searchSettlementsHandler),
  route(settlements.getSettlementsSummary, getSettlementsSummaryHandler),
  route(settlements.listSettlementLines, listSettlementLinesHandler),
  ...tableRoutes(settlements.downloadSettlements, settlements.downloadSettlementsXlsx, downloadSettlementsHandler),
  pdfRoute(settlements.downloadPeriodStatement, downloadPeriodStatementHandler),
  route(settlements.getSettlement, getSettlementHandler),
  route(settlements.resumeSettlement, resumeSettlementHandler),
  downloadRoute(settlements.downloadSettlementPostings, downloadSettlementPostingsHandler),
  pdfRoute(settlements.downloadSettlementStatement, downloadSettlementStatementHandler),
  route(settlements.getUnsettled, getUnsettledHandler),
  route(restrictions.getRestrictions, getRestrictionsHandler),
  route(settlements.getSettlementAnalytics, getSettlementAnalyticsHandler),
]
