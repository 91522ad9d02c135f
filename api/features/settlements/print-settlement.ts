import { formatNaira } from '@adire/contract/money.ts'
import type { SettlementFigures } from '@adire/contract/settlement-figures-schemas.ts'
import { settlementLineNames } from '@adire/contract/settlements.ts'
import type { Settlement } from '@adire/contract/settlements-schemas.ts'
import { contentWidth, drawFooters, openPdf, pageMargin, pageRight, pdfColours, writeText } from '../../files/print.ts'
import { formatDay, formatInstant } from '../../lagos.ts'
import type { LineRecord } from './download.ts'
import {
  drawHeader,
  drawOverview,
  drawTable,
  drawTotals,
  type PrintColumn,
  type StatementHeader,
} from './print-parts.ts'

export interface SettlementStatement extends StatementHeader {
  settlement: Settlement
  /** Oldest first; undefined if there are too many to print. */
  lines: LineRecord[] | undefined
}

export const statusLabels: Record<Settlement['status'], { text: string; colour: string }> = {
  pending: { text: 'Due', colour: pdfColours.warn },
  processing: { text: 'Processing', colour: pdfColours.warn },
  success: { text: 'Paid', colour: pdfColours.ok },
  failed: { text: 'Returned', colour: pdfColours.bad },
  on_hold: { text: 'On hold', colour: pdfColours.warn },
}

/** Statement of a settlement as an A4 PDF: payout account, totals, and all lines. */
export async function printSettlementStatement(data: SettlementStatement): Promise<Buffer> {
  const { settlement, lines, brand, business, madeAt } = data
  const { reference, status, figures, dueOn, paidAt, account, narration, bankReference, party } = settlement
  const isPaid = status === 'success'
  const { doc, end } = await openPdf({
    title: `Settlement ${reference} of ${business.name}`,
    subject: buildSubject(isPaid ? 'Paid to the bank' : 'To the bank', figures),
    author: brand,
    brand,
    at: madeAt,
  })
  const { text, colour } = statusLabels[status]
  let y = drawHeader(doc, data, 'Settlement statement')
  y = drawOverview(doc, y + 20, data, {
    label: isPaid ? 'Paid to the bank' : 'To the bank',
    kobo: figures.bankKobo,
    details: [
      ['Settlement', reference],
      ...(party ? [['For', party.name] as const] : []),
      ['Status', text, colour],
      ['Due', formatDay(dueOn)],
      ...(paidAt ? [['Paid', formatInstant(new Date(paidAt))] as const] : []),
      ...(account
        ? [
            ['Bank', account.bankName] as const,
            ['Account', account.accountNumber] as const,
            ...(account.accountName ? [['Name', account.accountName] as const] : []),
          ]
        : []),
      ['Narration', narration],
      ...(bankReference ? [['Session ID', bankReference] as const] : []),
    ],
  })
  y = drawTotals(doc, y + 24, figures, isPaid ? 'Paid to the bank' : 'To the bank', party?.name)
  if (lines)
    y = await drawTable(doc, y + 26, lines.length === 1 ? '1 line' : `${lines.length} lines`, lineColumns, lines)
  else {
    y = await drawTable(doc, y + 26, 'Payments by day', dayColumns, settlement.days)
    const sentence = `This settlement has ${settlement.lineCount.toLocaleString('en-US')} lines, too many for a PDF. Export them on its page.`
    writeText(doc, sentence, { x: pageMargin, y: y + 10, width: contentWidth }, { colour: pdfColours.muted, size: 9 })
  }
  drawFooters(doc, `${brand}, settlement ${reference} of ${business.name}. Amounts in naira, times of Lagos.`)
  return end()
}

/** PDF subject, for software that reads the metadata without opening the file. */
export const buildSubject = (
  label: string,
  { bankKobo, grossKobo, feesKobo, vatKobo, differenceKobo }: SettlementFigures,
) =>
  `${label} ${plain(bankKobo)}, gross ${plain(grossKobo)}, fees ${plain(feesKobo)}, VAT ${plain(vatKobo)}, difference ${plain(differenceKobo)}`

/** Amount without the non-breaking space and the minus sign character, which readers of PDF metadata may not support. */
const plain = (kobo: number) => formatNaira(kobo).replace('\u00a0', ' ').replace('\u2212', '-')

const describeLine = ({ type, amountKobo, description }: LineRecord) =>
  type === 'card_check' ? (amountKobo < 0 ? 'Card check refunded' : 'Card check') : description

const lineColumns: PrintColumn<LineRecord>[] = [
  { title: 'Time', x: pageMargin + 8, width: 92, of: ({ at }) => formatInstant(at) },
  {
    title: 'What',
    isText: true,
    x: pageMargin + 105,
    width: 160,
    of: (line) => ({
      text: describeLine(line),
      under: line.customerName ?? line.customerEmail ?? settlementLineNames[line.type],
    }),
  },
  { title: 'Gross', x: pageMargin + 270, width: 70, align: 'right', of: ({ grossKobo }) => grossKobo },
  {
    title: 'Fee and VAT',
    x: pageMargin + 343,
    width: 68,
    align: 'right',
    of: ({ feeKobo, vatKobo }) => -(feeKobo + vatKobo),
  },
  { title: 'Settled', x: pageRight - 82, width: 74, align: 'right', of: ({ amountKobo }) => amountKobo },
]

const dayColumns: PrintColumn<Settlement['days'][number]>[] = [
  { title: 'Day', x: pageMargin + 8, width: 100, of: ({ day }) => formatDay(day) },
  {
    title: 'Payments',
    x: pageMargin + 110,
    width: 70,
    align: 'right',
    of: ({ paymentCount }) => paymentCount.toLocaleString('en-US'),
  },
  { title: 'Gross', x: pageMargin + 190, width: 95, align: 'right', of: ({ grossKobo }) => grossKobo },
  {
    title: 'Fees and VAT',
    x: pageMargin + 295,
    width: 90,
    align: 'right',
    of: ({ feesKobo, vatKobo }) => -(feesKobo + vatKobo),
  },
  { title: 'Settled', x: pageRight - 98, width: 90, align: 'right', of: ({ netKobo }) => netKobo },
]
