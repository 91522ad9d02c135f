import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { downloadFeeSummary, downloadFeesByDay, getFeeSummary } from '@adire/contract/reports.ts'
import type { FeeMonth } from '@adire/contract/reports-schemas.ts'
import type { MerchantContext } from '../../context.ts'
import type { TableFormat } from '../../http/cells.ts'
import { type RowColumn, rowColumns, streamTable } from '../../http/table-file.ts'
import { lagosDay } from '../../lagos.ts'
import { type DayMoves, readDayMoves, requireReportPeriod } from './moves.ts'

type Sums = Omit<FeeMonth, 'month'>

/** Fees, VAT and movements per month of a year, and their totals; only months that have begun. */
export async function getFeeSummaryHandler(
  context: MerchantContext,
  { year }: ParsedInput<typeof getFeeSummary>,
): Promise<{ months: FeeMonth[]; total: Sums }> {
  const moves = await readDayMoves(context, { from: `${year}-01-01`, to: `${year}-12-31` })
  const byMonth = Map.groupBy(moves, ({ day }) => day.slice(0, 7))
  const thisMonth = lagosDay(context.now).slice(0, 7)
  const months = Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`)
    .filter((month) => month <= thisMonth)
    .map((month) => ({ month, ...sumDayMoves(byMonth.get(month) ?? []) }))
  return { months, total: sumDayMoves(moves) }
}

/** Totals of days: what was paid, refunded, lost in disputes and paid out. Totals of payments include the shares of split recipients. */
export function sumDayMoves(moves: readonly DayMoves[]): Sums {
  const sum = (kind: DayMoves['kind'], of: (one: DayMoves) => number) =>
    moves.filter((one) => one.kind === kind).reduce((total, one) => total + of(one), 0)
  // Avoids minus zero.
  const taken = (kind: DayMoves['kind']) =>
    -sum(
      kind,
      ({ clearingKobo, reserveKobo, advancesKobo, sharesKobo }) =>
        clearingKobo + reserveKobo + advancesKobo + sharesKobo,
    ) || 0
  return {
    payments: sum('payment', ({ count }) => count),
    grossKobo: sum('payment', ({ grossKobo }) => grossKobo),
    feesKobo: sum('payment', ({ feesKobo }) => feesKobo),
    vatKobo: sum('payment', ({ vatKobo }) => vatKobo),
    refundsKobo: taken('refund'),
    disputesKobo: taken('dispute'),
    stampDutyKobo: taken('payout'),
    paidOutKobo: taken('paid'),
  }
}

const sumCells = {
  payments: ({ payments }: Sums) => payments,
  gross: ({ grossKobo }: Sums) => grossKobo,
  fees: ({ feesKobo }: Sums) => feesKobo,
  vat: ({ vatKobo }: Sums) => vatKobo,
  refunds: ({ refundsKobo }: Sums) => refundsKobo,
  disputes: ({ disputesKobo }: Sums) => disputesKobo,
  duty: ({ stampDutyKobo }: Sums) => stampDutyKobo,
  paidOut: ({ paidOutKobo }: Sums) => paidOutKobo,
}
const monthColumns: readonly RowColumn<FeeMonth>[] = rowColumns('fees', { month: ({ month }) => month, ...sumCells })
type FeeDay = Sums & { day: string }
const dayColumns: readonly RowColumn<FeeDay>[] = rowColumns('feesByDay', { day: ({ day }) => day, ...sumCells })

/** The months of a year as a file. */
export const downloadFeeSummaryHandler = (
  context: MerchantContext,
  { year, columns }: ParsedInput<typeof downloadFeeSummary>,
  format: TableFormat,
) =>
  streamTable(monthColumns, { columns, format }, async (last: FeeMonth | undefined) =>
    last ? [] : (await getFeeSummaryHandler(context, { year })).months,
  )

/** The days of a period as a file, oldest first; only days on which money moved. */
export function downloadFeesByDayHandler(
  context: MerchantContext,
  { from, to, columns }: ParsedInput<typeof downloadFeesByDay>,
  format: TableFormat,
) {
  requireReportPeriod(from, to)
  return streamTable(dayColumns, { columns, format }, async (last: FeeDay | undefined) => {
    if (last) return []
    const days = Map.groupBy(await readDayMoves(context, { from, to }), ({ day }) => day)
    return [...days].map(([day, moves]) => ({ day, ...sumDayMoves(moves) }))
  })
}
