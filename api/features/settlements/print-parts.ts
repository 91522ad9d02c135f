import { setImmediate } from 'node:timers/promises'
import { formatNaira, formatNairaNumber } from '@adire/contract/money.ts'
import type { SettlementFigures } from '@adire/contract/settlement-figures-schemas.ts'
import { listSettlementParts } from '@adire/contract/settlements.ts'
import { drawBrandBar } from '../../files/letterhead.ts'
import {
  addElement,
  contentWidth,
  drawLine,
  drawUnread,
  ensureSpace,
  measureText,
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
  /** Address of the provider, if it is known. */
  brandAddress?: string | undefined
  business: {
    name: string
    code: string
    address: string | null
    registration: string | null
    brandColor: string | null
  }
  isTest: boolean
  madeAt: Date
}

/** Draws the header: the brand on the left, the document title on the right. Returns the y below. */
export function drawHeader(
  doc: PdfDocument,
  { brand, brandAddress, business, isTest }: StatementHeader,
  title: string,
): number {
  drawBrandBar(doc, business.brandColor)
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
    { colour: pdfColours.muted, align: 'right', size: 11, as: 'H1' },
  )
  const leftColumn = { x: pageMargin, width: 260 }
  y += writeText(doc, brand, { ...leftColumn, y }, { font: 'bold', size: 16, colour: pdfColours.brand })
  if (brandAddress) y += writeText(doc, brandAddress, { ...leftColumn, y }, { colour: pdfColours.muted, size: 8.5 })
  y += 12
  drawLine(doc, y)
  return y
}

/** Draws the overview: merchant and amount on the left, details on the right. Returns the y below. */
export function drawOverview(
  doc: PdfDocument,
  start: number,
  { business, madeAt }: StatementHeader,
  { label, kobo, details }: { label: string; kobo: number; details: (readonly [string, string, string?])[] },
): number {
  const leftColumn = { x: pageMargin, width: 225 }
  let y = start
  y += writeText(doc, business.name, { ...leftColumn, y }, { font: 'bold', size: 13 })
  for (const line of [business.address, business.registration, `Business ${business.code}`])
    if (line) y += writeText(doc, line, { ...leftColumn, y }, { colour: pdfColours.muted, size: 9 })
  y += 18
  y += writeText(doc, label, { ...leftColumn, y }, { colour: pdfColours.muted })
  y += writeText(doc, formatNaira(kobo), { ...leftColumn, y }, { font: 'bold', size: 20, fit: true })
  let other = start + 2
  for (const [name, value, colour] of [...details, ['Created', formatInstant(madeAt)] as const]) {
    writeText(doc, name, { x: 285, y: other, width: 75 }, { colour: pdfColours.muted, size: 9.5 })
    const style: TextStyle = { font: 'medium', size: 9.5, align: 'right', ...(colour && { colour }) }
    other += writeText(doc, value, { x: 360, y: other, width: pageRight - 360 }, style) + 3
  }
  return Math.max(y, other)
}

/** Draws the totals from the opening to the closing balance. Optional rows are omitted if they are 0. Returns the y below. */
export function drawTotals(
  doc: PdfDocument,
  start: number,
  figures: SettlementFigures,
  bankLabel: string,
  recipientName?: string,
): number {
  const paidLabel = `Less: ${bankLabel.charAt(0).toLowerCase()}${bankLabel.slice(1)}`
  const rows: [label: string, kobo: number, always?: boolean][] = [
    ['Opening balance, brought forward', figures.openingKobo, true],
    ...listSettlementParts(figures, recipientName),
    [paidLabel, figures.bankKobo === 0 ? 0 : -figures.bankKobo, true],
    ['Closing balance', figures.closingKobo, true],
  ]
  const printedRows = rows.filter(([, kobo, always]) => always || kobo !== 0)
  // A label may have the name of a recipient, and several lines.
  const labelWidth = 300
  const height = printedRows.reduce((sum, [label]) => sum + measureText(doc, label, { width: labelWidth }) + 6, 70)
  let y = ensureSpace(doc, start, height)
  const heading: TextStyle = { font: 'bold', size: 12, as: 'H2' }
  y += writeText(doc, 'How it adds up', { x: pageMargin, y, width: contentWidth }, heading) + 6
  const table = addElement(doc, 'Table')
  for (const [label, kobo] of printedRows) {
    const within = addElement(doc, 'TR', table)
    const style: TextStyle = label === paidLabel || label === 'Closing balance' ? { font: 'bold', within } : { within }
    const labelHeight = writeText(
      doc,
      label,
      { x: pageMargin, y: y + 4, width: labelWidth },
      { colour: pdfColours.muted, ...(style.font && { colour: pdfColours.ink }), ...style, as: 'TH' },
    )
    const amountHeight = writeText(
      doc,
      formatNaira(kobo),
      { x: pageRight - 180, y: y + 4, width: 180 },
      { align: 'right', ...style, as: 'TD' },
    )
    y += Math.max(labelHeight, amountHeight) + 6
    drawLine(doc, y)
  }
  return drawDifference(doc, y + 10, figures.differenceKobo)
}

/** Draws whether the totals match the ledger. Returns the y below. */
function drawDifference(doc: PdfDocument, y: number, differenceKobo: number): number {
  const isRight = differenceKobo === 0
  const text = isRight
    ? 'It adds up. Difference from our books'
    : 'It does not add up: contact us. Difference from our books'
  const style: TextStyle = { font: 'medium', colour: isRight ? pdfColours.ok : pdfColours.bad }
  drawUnread(doc, () =>
    doc.roundedRect(pageMargin, y, contentWidth, 26, 6).fill(isRight ? pdfColours.okSoft : pdfColours.badSoft),
  )
  writeText(doc, text, { x: pageMargin + 10, y: y + 7, width: 300 }, style)
  writeText(
    doc,
    formatNaira(differenceKobo),
    { x: pageRight - 190, y: y + 7, width: 180 },
    { ...style, align: 'right' },
  )
  return y + 26
}

/** Content of a printed cell: a text, an amount in kobo, or a text with a second line below it, and the amount that it shows in `kobo`. */
type PrintCell = string | number | { text: string; under: string; kobo?: number }

export interface PrintColumn<Row> {
  title: string
  x: number
  width: number
  align?: 'left' | 'right'
  /** The column has no total. */
  isText?: boolean
  of: (row: Row) => PrintCell
}

/** Rows drawn before other tasks get a turn on the event loop. */
const rowsAtOnce = 20
const rowHeight = { plain: 20, twoLines: 31 }

/**
 * Draws a table over as many pages as needed, with its header on each, and a row of totals. Number cells are amounts in kobo. Returns the y
 * below.
 */
export async function drawTable<Row>(
  doc: PdfDocument,
  start: number,
  title: string,
  columns: readonly PrintColumn<Row>[],
  rows: readonly Row[],
): Promise<number> {
  let y = ensureSpace(doc, start, 90)
  const heading: TextStyle = { font: 'bold', size: 12, as: 'H2' }
  y += writeText(doc, title, { x: pageMargin, y, width: contentWidth }, heading) + 8
  const table = addElement(doc, 'Table')
  // A screen reader announces the titles once, so those of later pages are no part of the table.
  const titles = (y: number, as: 'TH' | 'none') => {
    const within = as === 'TH' ? addElement(doc, 'TR', table) : undefined
    drawUnread(doc, () => doc.rect(pageMargin, y, contentWidth, 22).fill(pdfColours.sunken))
    const style: TextStyle = { size: 8.5, colour: pdfColours.muted, font: 'medium', as, ...(within && { within }) }
    for (const { title, x, width, align = 'left' } of columns)
      writeText(doc, title, { x, y: y + 6, width }, { ...style, align })
    return y + 22
  }
  /** `belowHeight`: of what must follow on the same page. */
  const drawRow = (cells: readonly PrintCell[], font: 'regular' | 'bold' = 'regular', belowHeight = 0) => {
    const height = cells.some((one) => typeof one === 'object') ? rowHeight.twoLines : rowHeight.plain
    const at = ensureSpace(doc, y, height + belowHeight)
    y = at < y ? titles(at, 'none') : at
    const within = addElement(doc, 'TR', table)
    columns.forEach(({ x, width, align = 'left' }, index) => {
      const one = cells[index]!
      const text = typeof one === 'number' ? formatNairaNumber(one) : typeof one === 'object' ? one.text : one
      const style: TextStyle = { align, oneLine: true, fit: typeof one === 'number', as: 'TD', within }
      writeText(doc, text, { x, y: y + 5, width }, { ...style, size: 8.5, font })
      if (typeof one === 'object')
        writeText(doc, one.under, { x, y: y + 16, width }, { ...style, size: 8, colour: pdfColours.muted })
    })
    y += height
    drawLine(doc, y)
  }
  y = titles(y, 'TH')
  for (const [index, row] of rows.entries()) {
    if (index % rowsAtOnce === rowsAtOnce - 1) await setImmediate()
    // The last row is on the page of the totals.
    drawRow(
      columns.map(({ of }) => of(row)),
      'regular',
      index === rows.length - 1 ? rowHeight.plain : 0,
    )
  }
  drawRow(
    columns.map(({ of, isText }, index) => {
      if (index === 0) return 'Total'
      return isText ? '' : sumCells(rows.map(of))
    }),
    'bold',
  )
  return y
}

/** Total of a column: of its amounts, or of its counts, which are texts. */
function sumCells(cells: readonly PrintCell[]): PrintCell {
  const isCount = cells.some((one) => typeof one === 'string')
  const sum = cells.reduce<number>((total, one) => total + toNumber(one), 0)
  return isCount ? sum.toLocaleString('en-US') : sum
}

function toNumber(cell: PrintCell): number {
  if (typeof cell === 'object') return cell.kobo ?? 0
  return typeof cell === 'number' ? cell : Number(cell.replaceAll(',', ''))
}
