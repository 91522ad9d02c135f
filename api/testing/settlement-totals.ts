import type { MerchantContext } from '../context.ts'
import { downloadPaymentsHandler } from '../features/payments/download.ts'
import { getSettlementAnalyticsHandler } from '../features/settlements/analytics.ts'
import { downloadSettlementsHandler } from '../features/settlements/download.ts'
import { printPeriodStatement } from '../features/settlements/print-period.ts'
import { downloadPeriodStatementHandler } from '../features/settlements/statement.ts'
import { readPdfMetadata } from './pdf-metadata.ts'

interface Owner {
  write: <T>(use: (context: MerchantContext) => Promise<T>) => Promise<T>
}

/** Sums of the columns of a CSV file, in kobo. All columns must be amounts. */
async function readSums(file: AsyncGenerator<string | Buffer>): Promise<number[]> {
  let text = ''
  for await (const piece of file) text += piece.toString()
  const [, ...rows] = text.trim().split(/\r?\n/)
  const sums: number[] = []
  for (const row of rows)
    for (const [index, cell] of row.split(',').entries()) {
      if (!/^-?\d+\.\d{2}$/.test(cell)) throw new Error(`${cell} is no amount with two decimals`)
      sums[index] = (sums[index] ?? 0) + Math.round(Number(cell) * 100)
    }
  return sums
}

/** Gross, fees and VAT of all paid payments from the payments export; undefined if there are none. */
export const paidTotals = ({ write }: Owner) =>
  write(async (context) =>
    readSums(await downloadPaymentsHandler(context, { status: 'paid', columns: 'amount,fee,vat' }, 'csv')),
  )

/** The same totals from each report of settlements: the export, the statement and the stats of a period. */
export const settlementTotals = ({ write }: Owner, from: string, to: string) =>
  write(async (context) => {
    const [gross = 0, fees = 0, vat = 0] = await readSums(
      downloadSettlementsHandler(context, { columns: 'gross,fees,vat' }, 'csv'),
    )
    const { days } = await getSettlementAnalyticsHandler(context, { from, to })
    const { data, at } = await downloadPeriodStatementHandler(context, { from, to })
    const [, subject = ''] = readPdfMetadata((await printPeriodStatement({ ...data, ...at })).toString('latin1'))
    return {
      file: [gross, -fees, -vat],
      analytics: days.reduce((sum, { feesKobo }) => sum + feesKobo, 0),
      statement: [...subject.matchAll(/(-?)NGN ([\d,]+\.\d{2})/g)].map(
        ([, sign, naira]) => (sign ? -1 : 1) * Math.round(Number(naira!.replaceAll(',', '')) * 100),
      ),
    }
  })
