import { formatNairaNumber } from '@adire/contract/money.ts'
import type { SettlementFigures } from '@adire/contract/settlement-figures-schemas.ts'
import { contentWidth, drawFooters, openPdf, pageMargin, pageRight, pdfColours, writeText } from '../../files/print.ts'
import { formatDay } from '../../lagos.ts'
import { type SettlementRecord, sentAmounts } from './move.ts'
import {
  drawHeader,
  drawOverview,
  drawTable,
  drawTotals,
  type PrintColumn,
  type StatementHeader,
} from './print-parts.ts'
import { buildSubject, statusLabels } from './print-settlement.ts'

export interface PeriodStatement extends StatementHeader {
  from: string
  to: string
  /** Oldest first. */
  rows: SettlementRecord[]
  figures: SettlementFigures
}

/** Statement of a period as an A4 PDF: totals, and one row per settlement. */
export async function printPeriodStatement(data: PeriodStatement): Promise<Buffer> {
  const { from, to, rows, figures, brand, business, madeAt } = data
  const period = `${formatDay(from)} to ${formatDay(to)}`
  const { doc, end } = await openPdf({
    title: `Account statement of ${business.name}, ${period}`,
    subject: buildSubject('Paid to the bank', figures),
    author: brand,
    brand,
    at: madeAt,
  })
  let y = drawHeader(doc, data, 'Account statement')
  y = drawOverview(doc, y + 20, data, {
    label: 'Paid to your bank',
    kobo: figures.bankKobo,
    details: [
      ['From', formatDay(from)],
      ['Until', formatDay(to)],
      ['Settlements', rows.length.toLocaleString('en-US')],
      ['Payments', rows.reduce((sum, { paymentCount }) => sum + paymentCount, 0).toLocaleString('en-US')],
      ['Currency', 'Naira (NGN)'],
    ],
  })
  y = drawTotals(doc, y + 24, figures, 'Paid to your bank')
  if (rows.length > 0) await drawTable(doc, y + 26, 'Settlements, by the day they were due', columns, rows)
  else
    writeText(
      doc,
      'Nothing was due in this period.',
      { x: pageMargin, y: y + 20, width: contentWidth },
      { colour: pdfColours.muted },
    )
  drawFooters(doc, `${brand}, account statement of ${business.name}. Amounts in naira, days of Lagos.`)
  return end()
}

const columns: PrintColumn<SettlementRecord>[] = [
  {
    title: 'Due',
    x: pageMargin + 8,
    width: 92,
    of: ({ dueOn, reference }) => ({ text: formatDay(dueOn), under: reference }),
  },
  {
    title: 'Payments',
    x: pageMargin + 100,
    width: 45,
    align: 'right',
    of: ({ paymentCount }) => paymentCount.toLocaleString('en-US'),
  },
  {
    title: 'Opening',
    x: pageMargin + 148,
    width: 64,
    align: 'right',
    isText: true,
    of: ({ openingKobo }) => openingKobo,
  },
  { title: 'Gross', x: pageMargin + 215, width: 68, align: 'right', of: ({ grossKobo }) => grossKobo },
  {
    title: 'Fees and VAT',
    x: pageMargin + 286,
    width: 60,
    align: 'right',
    of: ({ feesKobo, vatKobo }) => feesKobo + vatKobo,
  },
  {
    title: 'Deducted',
    x: pageMargin + 349,
    width: 62,
    align: 'right',
    of: (row) =>
      row.sharesKobo +
      row.refundsKobo +
      row.disputesKobo +
      row.reserveKobo +
      row.adjustmentsKobo -
      sentAmounts(row).dutyKobo,
  },
  {
    title: 'To your bank',
    x: pageRight - 82,
    width: 74,
    align: 'right',
    of: (row) => {
      const kobo = sentAmounts(row).bankKobo
      return { text: formatNairaNumber(kobo), under: statusLabels[row.status].text, kobo }
    },
  },
]
