import { setImmediate } from 'node:timers/promises'
import { formatNaira, formatNairaNumber } from '@adire/contract/money.ts'
import { listSettlementParts } from '@adire/contract/settlements.ts'
import type { SettlementFigures } from '@adire/contract/settlements-schemas.ts'
import {
  contentWidth,
  drawLine,
  ensureSpace,
  type PdfDocument,
  pageMargin,
  pageRight,
  pdfColours,
  type TextStyle,
  writeText,
} from '../../files/print.ts'
import { formatInstant } from '../../lagos.ts'

export interface StatementHeader {
  brand: string
  business: { name: string; code: string }
  isTest: boolean
  madeAt: Date
}

/** Header: the brand on the left, the document title on the right. */
export function drawHeader(doc: PdfDocument, { brand, isTest }: StatementHeader, title: string): number {
  let y = pageMargin
  if (isTest) {
    const text = 'Test Mode: no real money was settled.'
    y +=
      16 + writeText(doc, text, { x: pageMargin, y, width: contentWidth }, { font: 'medium', colour: pdfColours.warn })
  }
  writeText(
    doc,
    title,
    { x: pageRight - 280, y: y + 4, width: 280 },
    { colour: pdfColours.muted, align: 'right', size: 11 },
  )
  y +=
    writeText(doc, brand, { x: pageMargin, y, width: 200 }, { font: 'bold', size: 16, colour: pdfColours.brand }) + 12
  drawLine(doc, y)
  return y
}

/** Overview: merchant and amount on the left, details on the right. */
export function drawOverview(
  doc: PdfDocument,
  start: number,
  { business, madeAt }: StatementHeader,
  { label, kobo, details }: { label: string; kobo: number; details: (readonly [string, string, string?])[] },
): number {
  const leftColumn = { x: pageMargin, width: 225 }
  let y = start
  y += writeText(doc, business.name, { ...leftColumn, y }, { font: 'bold', size: 13 })
  y += writeText(doc, `Business ${business.code}`, { ...leftColumn, y }, { colour: pdfColours.muted, size: 9 }) + 18
  y += writeText(doc, label, { ...leftColumn, y }, { colour: pdfColours.muted })
  y += writeText(doc, formatNaira(kobo), { ...leftColumn, y }, { font: 'bold', size: 20 })
  let other = start + 2
  for (const [name, value, colour] of [...details, ['Made', formatInstant(madeAt)] as const]) {
    writeText(doc, name, { x: 285, y: other, width: 75 }, { colour: pdfColours.muted, size: 9.5 })
    const style: TextStyle = { font: 'medium', size: 9.5, align: 'right', ...(colour && { colour }) }
    other += writeText(doc, value, { x: 360, y: other, width: pageRight - 360 }, style) + 3
  }
  return Math.max(y, other)
}

/** Totals from the opening to the closing balance. Optional rows are omitted if they are 0. */
export function addsUp(
  doc: PdfDocument,
  start: number,
  figures: SettlementFigures,
  bankLabel: string,
  recipientName?: string,
): number {
  const rows: [label: string, kobo: number, always?: boolean][] = [
    ['Opening balance, brought forward', figures.openingKobo, true],
    ...listSettlementParts(figures, recipientName),
    [bankLabel, figures.bankKobo === 0 ? 0 : -figures.bankKobo, true],
    ['Closing balance', figures.closingKobo, true],
  ]
  const printedRows = rows.filter(([, kobo, always]) => always || kobo !== 0)
  let y = ensureSpace(doc, start, printedRows.length * 19 + 70)
  y += writeText(doc, 'How it adds up', { x: pageMargin, y, width: contentWidth }, { font: 'bold', size: 12 }) + 6
  for (const [label, kobo] of printedRows) {
    const style: TextStyle = label === bankLabel || label === 'Closing balance' ? { font: 'bold' } : {}
    writeText(
      doc,
      label,
      { x: pageMargin, y: y + 4, width: 300 },
      { colour: pdfColours.muted, ...(style.font && { colour: pdfColours.ink }), ...style },
    )
    y +=
      writeText(doc, formatNaira(kobo), { x: pageRight - 180, y: y + 4, width: 180 }, { align: 'right', ...style }) + 6
    drawLine(doc, y)
  }
  return proof(doc, y + 10, figures.differenceKobo)
}

function proof(doc: PdfDocument, y: number, differenceKobo: number): number {
  const isRight = differenceKobo === 0
  const text = isRight
    ? 'It adds up. Difference to our books'
    : 'It does not add up: write to us. Difference to our books'
  const style: TextStyle = { font: 'medium', colour: isRight ? pdfColours.ok : pdfColours.bad }
  doc.roundedRect(pageMargin, y, contentWidth, 26, 6).fill(isRight ? pdfColours.okSoft : pdfColours.badSoft)
  writeText(doc, text, { x: pageMargin + 10, y: y + 7, width: 300 }, style)
  writeText(
    doc,
    formatNaira(differenceKobo),
    { x: pageRight - 190, y: y + 7, width: 180 },
    { ...style, align: 'right' },
  )
  return y + 26
}

export interface PrintColumn<Row> {
  title: string
  x: number
  width: number
  align?: 'left' | 'right'
  of: (row: Row) => string | number | { text: string; under: string }
}

/** Rows drawn before other tasks get a turn on the event loop. */
const rowsAtOnce = 20
const rowHeight = { plain: 20, twoLines: 31 }

/** Table over as many pages as needed, with its header on each. Number cells are amounts in kobo. */
export async function drawTable<Row>(
  doc: PdfDocument,
  start: number,
  title: string,
  columns: readonly PrintColumn<Row>[],
  rows: readonly Row[],
): Promise<number> {
  const titles = (y: number) => {
    doc.rect(pageMargin, y, contentWidth, 22).fill(pdfColours.sunken)
    for (const { title, x, width, align = 'left' } of columns)
      writeText(doc, title, { x, y: y + 6, width }, { size: 8.5, colour: pdfColours.muted, font: 'medium', align })
    return y + 22
  }
  let y = ensureSpace(doc, start, 90)
  y += writeText(doc, title, { x: pageMargin, y, width: contentWidth }, { font: 'bold', size: 12 }) + 8
  y = titles(y)
  for (const [index, row] of rows.entries()) {
    if (index % rowsAtOnce === rowsAtOnce - 1) await setImmediate()
    const cells = columns.map(({ of }) => of(row))
    const height = cells.some((one) => typeof one === 'object') ? rowHeight.twoLines : rowHeight.plain
    const at = ensureSpace(doc, y, height)
    y = at < y ? titles(at) : at
    columns.forEach(({ x, width, align = 'left' }, index) => {
      const one = cells[index]!
      const text = typeof one === 'number' ? formatNairaNumber(one) : typeof one === 'object' ? one.text : one
      writeText(doc, text, { x, y: y + 5, width }, { size: 8.5, align, oneLine: true })
      if (typeof one === 'object')
        writeText(doc, one.under, { x, y: y + 16, width }, { size: 8, colour: pdfColours.muted, align, oneLine: true })
    })
    y += height
    drawLine(doc, y)
  }
  return y
}
