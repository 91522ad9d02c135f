import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { downloadFeeSummary, getFeeSummary } from '@adire/contract/reports.ts'
import type { FeeMonth } from '@adire/contract/reports-schemas.ts'
import type { MerchantContext } from '../../context.ts'
import type { TableFormat } from '../../http/cells.ts'
import { type RowColumn, rowColumns, streamTable } from '../../http/table-file.ts'
import { lagosDay } from '../../lagos.ts'
import { type DayMoves, readDayMoves } from './moves.ts'

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
    .map((month) => ({ month, ...addUp(byMonth.get(month) ?? []) }))
  return { months, total: addUp(moves) }
}

/** Sums of movements, as amounts of what was paid, refunded, lost and paid out. */
function addUp(moves: readonly DayMoves[]): Sums {
  const sum = (kind: DayMoves['kind'], of: (one: DayMoves) => number) =>
    moves.filter((one) => one.kind === kind).reduce((total, one) => total + of(one), 0)
  // Avoids minus zero.
  const taken = (kind: DayMoves['kind']) =>
    -sum(kind, ({ clearingKobo, reserveKobo, advancesKobo }) => clearingKobo + reserveKobo + advancesKobo) || 0
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

const fileColumns: readonly RowColumn<FeeMonth>[] = rowColumns('fees', {
  month: ({ month }) => month,
  payments: ({ payments }) => payments,
  gross: ({ grossKobo }) => grossKobo,
  fees: ({ feesKobo }) => feesKobo,
  vat: ({ vatKobo }) => vatKobo,
  refunds: ({ refundsKobo }) => refundsKobo,
  disputes: ({ disputesKobo }) => disputesKobo,
  duty: ({ stampDutyKobo }) => stampDutyKobo,
  paidOut: ({ paidOutKobo }) => paidOutKobo,
})

/** The months of a year as a file. */
export const downloadFeeSummaryHandler = (
  context: MerchantContext,
  { year, columns }: ParsedInput<typeof downloadFeeSummary>,
  format: TableFormat,
) =>
  streamTable(fileColumns, { columns, format }, async (last: FeeMonth | undefined) =>
    last ? [] : (await getFeeSummaryHandler(context, { year })).months,
  )
