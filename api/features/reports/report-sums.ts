import { formatNaira } from '@adire/contract/money.ts'
import type { ReportKind } from '@adire/contract/report-schedules.ts'
import type { ReadContext } from '../../context.ts'
import { getPaymentTotalsHandler } from '../payments/totals.ts'
import { getSettlementsSummaryHandler } from '../settlements/list.ts'
import { sumDayMoves } from './fee-summary.ts'
import { readDayMoves } from './moves.ts'
import type { ReportPeriod } from './periods.ts'

type SumRow = [label: string, value: string]

/**
 * Totals in the email of a report, with the labels of its screen. They add up the rows of the attached file: the transactions started in
 * the period, the settlements due in it, or the movements of money on its days.
 */
export const readReportSums = (context: ReadContext, report: ReportKind, period: ReportPeriod): Promise<SumRow[]> =>
  report === 'transactions'
    ? sumTransactions(context, period)
    : report === 'settlements'
      ? sumSettlements(context, period)
      : sumMoves(context, period)

async function sumTransactions(context: ReadContext, period: ReportPeriod): Promise<SumRow[]> {
  const { count, grossKobo, feesKobo, refundedKobo, netKobo } = await getPaymentTotalsHandler(context, period)
  return [
    ['Transactions', formatCount(count)],
    ['Gross', formatNaira(grossKobo ?? 0)],
    ['Fees and VAT', formatNaira(feesKobo ?? 0)],
    ['Refunded', formatNaira(refundedKobo ?? 0)],
    ['Net', formatNaira(netKobo ?? 0)],
  ]
}

async function sumSettlements(context: ReadContext, period: ReportPeriod): Promise<SumRow[]> {
  const { paidCount, paidKobo, waitingCount, waitingKobo } = await getSettlementsSummaryHandler(context, period)
  return [
    ['Settlements paid out', formatCount(paidCount)],
    ['Paid out', formatNaira(paidKobo)],
    ['Settlements not paid out', formatCount(waitingCount)],
    ['Not paid out', formatNaira(waitingKobo)],
  ]
}

async function sumMoves(context: ReadContext, period: ReportPeriod): Promise<SumRow[]> {
  const sums = sumDayMoves(await readDayMoves(context, period))
  return [
    ['Successful payments', formatCount(sums.payments)],
    ['Gross', formatNaira(sums.grossKobo)],
    ['Fees', formatNaira(sums.feesKobo)],
    ['VAT on fees', formatNaira(sums.vatKobo)],
    ['Refunds', formatNaira(sums.refundsKobo)],
    ['Paid out', formatNaira(sums.paidOutKobo)],
  ]
}

const formatCount = (count: number) => count.toLocaleString('en-US')
