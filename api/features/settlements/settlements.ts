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
import { answer, answerDownload, answerPrint } from '../../http/answer.ts'
import { analytics } from './analytics.ts'
import { download, postings } from './download.ts'
import { lines } from './lines.ts'
import { list, search, summary } from './list.ts'
import { resume } from './resume.ts'
import { get } from './show.ts'
import { settlementStatement, statement } from './statement.ts'
import { unsettled } from './unsettled.ts'

export const routes = [
  answer(listSettlements, list),
  answer(searchSettlements, search),
  answer(getSettlementsSummary, summary),
  answer(listSettlementLines, lines),
  answerDownload(downloadSettlements, download),
  answerPrint(downloadStatement, statement),
  answer(getSettlement, get),
  answer(resumeSettlement, resume),
  answerDownload(downloadSettlementPostings, postings),
  answerPrint(downloadSettlementStatement, settlementStatement),
  answer(getUnsettled, unsettled),
  answer(getSettlementAnalytics, analytics),
]
