import { setImmediate } from 'node:timers/promises'
import { formatNaira, formatNairaNumber } from '@adire/contract/money.ts'
import type { SettlementFigures } from '@adire/contract/settlement-figures.ts'
import { colours, margin, type Pdf, right, room, rule, type Style, width, write } from '../../files/print.ts'
import { formatInstant } from '../../lagos.ts'

export interface Head {
  brand: string
  business: { name: string; code: string }
  isTest: boolean
  madeAt: Date
}

/** Who it is from on the left, what it is on the right. */
export function head(doc: Pdf, { brand, isTest }: Head, title: string): number {
  let y = margin
  if (isTest) {
    const text = 'Test Mode: no real money was settled.'
    y += 16 + write(doc, text, { x: margin, y, width }, { font: 'medium', colour: colours.warn })
  }
  write(doc, title, { x: right - 280, y: y + 4, width: 280 }, { colour: colours.muted, align: 'right', size: 11 })
  y += write(doc, brand, { x: margin, y, width: 200 }, { font: 'bold', size: 16, colour: colours.brand }) + 12
  rule(doc, y)
  return y
}

/** The business and the sum on the left, what is known about it on the right. */
export function about(
  doc: Pdf,
  start: number,
  { business, madeAt }: Head,
  { label, kobo, facts }: { label: string; kobo: number; facts: (readonly [string, string, string?])[] },
): number {
  const left = { x: margin, width: 225 }
  let y = start
  y += write(doc, business.name, { ...left, y }, { font: 'bold', size: 13 })
  y += write(doc, `Business ${business.code}`, { ...left, y }, { colour: colours.muted, size: 9 }) + 18
  y += write(doc, label, { ...left, y }, { colour: colours.muted })
  y += write(doc, formatNaira(kobo), { ...left, y }, { font: 'bold', size: 20 })
  let other = start + 2
  for (const [name, value, colour] of [...facts, ['Made', formatInstant(madeAt)] as const]) {
    write(doc, name, { x: 285, y: other, width: 75 }, { colour: colours.muted, size: 9.5 })
    const style: Style = { font: 'medium', size: 9.5, align: 'right', ...(colour && { colour }) }
    other += write(doc, value, { x: 360, y: other, width: right - 360 }, style) + 3
  }
  return Math.max(y, other)
}

/** From what was brought forward down to what is left. What is 0 and need not be said is left out. */
export function addsUp(doc: Pdf, start: number, figures: SettlementFigures, bankLabel: string, party?: string): number {
  const rows: [label: string, kobo: number, isPlain?: boolean][] = [
    ['Opening balance, brought forward', figures.openingKobo, true],
    [party ? `Shares of ${party}` : 'Customers paid', figures.grossKobo, true],
    [party ? 'Fees and VAT' : 'Fees', figures.feesKobo, true],
    ['VAT on the fees', figures.vatKobo, !party],
    ['Shares of others', figures.sharesKobo],
    ['Refunds', figures.refundsKobo],
    ['Disputes', figures.disputesKobo],
    ['Reserve', figures.reserveKobo],
    ['Card checks and adjustments', figures.adjustmentsKobo],
    ['Stamp duty', figures.stampDutyKobo],
    [bankLabel, figures.bankKobo === 0 ? 0 : -figures.bankKobo, true],
    ['Closing balance', figures.closingKobo, true],
  ]
  const shown = rows.filter(([, kobo, always]) => always || kobo !== 0)
  let y = room(doc, start, shown.length * 19 + 70)
  y += write(doc, 'How it adds up', { x: margin, y, width }, { font: 'bold', size: 12 }) + 6
  for (const [label, kobo] of shown) {
    const style: Style = label === bankLabel || label === 'Closing balance' ? { font: 'bold' } : {}
    write(
      doc,
      label,
      { x: margin, y: y + 4, width: 300 },
      { colour: colours.muted, ...(style.font && { colour: colours.ink }), ...style },
    )
    y += write(doc, formatNaira(kobo), { x: right - 180, y: y + 4, width: 180 }, { align: 'right', ...style }) + 6
    rule(doc, y)
  }
  return proof(doc, y + 10, figures.differenceKobo)
}

function proof(doc: Pdf, y: number, differenceKobo: number): number {
  const isRight = differenceKobo === 0
  const text = isRight
    ? 'It adds up. Difference to our books'
    : 'It does not add up: write to us. Difference to our books'
  const style: Style = { font: 'medium', colour: isRight ? colours.ok : colours.bad }
  doc.roundedRect(margin, y, width, 26, 6).fill(isRight ? colours.okSoft : colours.badSoft)
  write(doc, text, { x: margin + 10, y: y + 7, width: 300 }, style)
  write(doc, formatNaira(differenceKobo), { x: right - 190, y: y + 7, width: 180 }, { ...style, align: 'right' })
  return y + 26
}

export interface Column<Row> {
  title: string
  x: number
  width: number
  align?: 'left' | 'right'
  of: (row: Row) => string | number | { text: string; under: string }
}

/** After so many rows others get their turn. */
const rowsAtOnce = 20
const rowHeight = { plain: 20, twoLines: 31 }

/** A table that goes on over as many pages as it needs, its head on each; sums are numbers, of kobo. */
export async function table<Row>(
  doc: Pdf,
  start: number,
  title: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<number> {
  const titles = (y: number) => {
    doc.rect(margin, y, width, 22).fill(colours.sunken)
    for (const { title, x, width, align = 'left' } of columns)
      write(doc, title, { x, y: y + 6, width }, { size: 8.5, colour: colours.muted, font: 'medium', align })
    return y + 22
  }
  let y = room(doc, start, 90)
  y += write(doc, title, { x: margin, y, width }, { font: 'bold', size: 12 }) + 8
  y = titles(y)
  for (const [place, row] of rows.entries()) {
    if (place % rowsAtOnce === rowsAtOnce - 1) await setImmediate()
    const cells = columns.map(({ of }) => of(row))
    const height = cells.some((one) => typeof one === 'object') ? rowHeight.twoLines : rowHeight.plain
    const at = room(doc, y, height)
    y = at < y ? titles(at) : at
    columns.forEach(({ x, width, align = 'left' }, place) => {
      const one = cells[place]!
      const text = typeof one === 'number' ? formatNairaNumber(one) : typeof one === 'object' ? one.text : one
      write(doc, text, { x, y: y + 5, width }, { size: 8.5, align, oneLine: true })
      if (typeof one === 'object')
        write(doc, one.under, { x, y: y + 16, width }, { size: 8, colour: colours.muted, align, oneLine: true })
    })
    y += height
    rule(doc, y)
  }
  return y
}
