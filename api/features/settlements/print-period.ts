import { formatNairaNumber } from '@adire/contract/money.ts'
import type { SettlementFigures } from '@adire/contract/settlement-figures.ts'
import { colours, feet, margin, printed, right, width, write } from '../../files/print.ts'
import { formatDay } from '../../lagos.ts'
import { type SettlementRecord, sentOf } from './move.ts'
import { about, addsUp, type Column, type Head, head, table } from './print-parts.ts'
import { standings, subjectOf } from './print-settlement.ts'

export interface PeriodFacts extends Head {
  from: string
  to: string
  /** Oldest first. */
  rows: SettlementRecord[]
  figures: SettlementFigures
}

/** The settlements of a period on A4: opening balance, how all of it adds up, and each settlement in a line. */
export async function printPeriod(facts: PeriodFacts): Promise<Buffer> {
  const { from, to, rows, figures, brand, business, madeAt } = facts
  const period = `${formatDay(from)} to ${formatDay(to)}`
  const { doc, end } = await printed({
    title: `Account statement of ${business.name}, ${period}`,
    subject: subjectOf('Paid to the bank', figures),
    author: brand,
    brand,
    at: madeAt,
  })
  let y = head(doc, facts, 'Account statement')
  y = about(doc, y + 20, facts, {
    label: 'Paid to your bank',
    kobo: figures.bankKobo,
    facts: [
      ['From', formatDay(from)],
      ['Until', formatDay(to)],
      ['Settlements', rows.length.toLocaleString('en-US')],
      ['Payments', rows.reduce((sum, { paymentCount }) => sum + paymentCount, 0).toLocaleString('en-US')],
      ['Currency', 'Naira (NGN)'],
    ],
  })
  y = addsUp(doc, y + 24, figures, 'Paid to your bank')
  if (rows.length > 0) await table(doc, y + 26, 'Settlements, by the day they were due', columns, rows)
  else write(doc, 'Nothing was due in this period.', { x: margin, y: y + 20, width }, { colour: colours.muted })
  feet(doc, `${brand}, account statement of ${business.name}. Amounts in naira, days of Lagos.`)
  return end()
}

const columns: Column<SettlementRecord>[] = [
  {
    title: 'Due',
    x: margin + 8,
    width: 92,
    of: ({ dueOn, reference }) => ({ text: formatDay(dueOn), under: reference }),
  },
  {
    title: 'Payments',
    x: margin + 100,
    width: 45,
    align: 'right',
    of: ({ paymentCount }) => paymentCount.toLocaleString('en-US'),
  },
  { title: 'Opening', x: margin + 148, width: 64, align: 'right', of: ({ openingKobo }) => openingKobo },
  { title: 'Gross', x: margin + 215, width: 68, align: 'right', of: ({ grossKobo }) => grossKobo },
  {
    title: 'Fees and VAT',
    x: margin + 286,
    width: 60,
    align: 'right',
    of: ({ feesKobo, vatKobo }) => feesKobo + vatKobo,
  },
  {
    title: 'Deducted',
    x: margin + 349,
    width: 62,
    align: 'right',
    of: (row) =>
      row.sharesKobo +
      row.refundsKobo +
      row.disputesKobo +
      row.reserveKobo +
      row.adjustmentsKobo -
      sentOf(row).dutyKobo,
  },
  {
    title: 'To your bank',
    x: right - 82,
    width: 74,
    align: 'right',
    of: (row) => ({ text: formatNairaNumber(sentOf(row).bankKobo), under: standings[row.status].text }),
  },
]
