import type { MerchantContext } from '../context.ts'
import { download as downloadPayments } from '../features/payments/download.ts'
import { analytics } from '../features/settlements/analytics.ts'
import { download as downloadSettlements } from '../features/settlements/download.ts'
import { printPeriod } from '../features/settlements/print-period.ts'
import { statement } from '../features/settlements/statement.ts'
import { factsOfPdf } from './pdf-facts.ts'

interface Owner {
  write: <T>(use: (context: MerchantContext) => Promise<T>) => Promise<T>
}

/** The sums of the columns of a file, in kobo. Only columns of amounts. */
async function sumsOf(file: AsyncGenerator<string | Buffer>): Promise<number[]> {
  let text = ''
  for await (const piece of file) text += piece.toString()
  const [, ...rows] = text.trim().split(/\r?\n/)
  const sums: number[] = []
  for (const row of rows)
    for (const [place, cell] of row.split(',').entries()) {
      if (!/^-?\d+\.\d{2}$/.test(cell)) throw new Error(`${cell} is no amount with two decimals`)
      sums[place] = (sums[place] ?? 0) + Math.round(Number(cell) * 100)
    }
  return sums
}

/** Gross, fees and VAT of all that was paid, as the payments' file says them; undefined where nothing was. */
export const paidFigures = ({ write }: Owner) =>
  write((context) => sumsOf(downloadPayments(context, { status: 'paid', columns: 'amount,fee,vat' })))

/** The same as each place says it that reports settlements: the file, the statement and the analytics of a period. */
export const settledFigures = ({ write }: Owner, from: string, to: string) =>
  write(async (context) => {
    const [gross = 0, fees = 0, vat = 0] = await sumsOf(downloadSettlements(context, { columns: 'gross,fees,vat' }))
    const { days } = await analytics(context, { from, to })
    const { facts, at } = await statement(context, { from, to })
    const [, subject = ''] = factsOfPdf((await printPeriod({ ...facts, ...at })).toString('latin1'))
    return {
      file: [gross, -fees, -vat],
      analytics: days.reduce((sum, { feesKobo }) => sum + feesKobo, 0),
      statement: [...subject.matchAll(/(-?)NGN ([\d,]+\.\d{2})/g)].map(
        ([, sign, naira]) => (sign ? -1 : 1) * Math.round(Number(naira!.replaceAll(',', '')) * 100),
      ),
    }
  })
