import type { InvoiceSheet } from '@adire/contract/checkout.ts'
import { formatPercent, formatQuantity } from '@adire/contract/invoice-totals.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { pngOf } from '../../files/pictures.ts'
import {
  bottom,
  colours,
  feet,
  margin,
  type Pdf,
  printed,
  right,
  room,
  rule,
  type Style,
  width,
  write,
} from '../../files/print.ts'
import { formatDay, lagosDay } from '../../lagos.ts'

export interface PdfFacts {
  sheet: InvoiceSheet
  /** WebP, as logos are kept. */
  logo: Uint8Array | undefined
  /** Where it is paid. */
  url: string
  isTest: boolean
  brand: string
}

/** An invoice on A4, as many pages as its items need. */
export async function invoicePdf(facts: PdfFacts): Promise<Buffer> {
  const { sheet, brand } = facts
  const { doc, end } = await printed({
    title: `Invoice ${sheet.number} from ${sheet.business.name}`,
    author: sheet.business.name,
    brand,
    at: new Date(sheet.issuedAt),
  })
  let y = head(doc, facts, facts.logo && (await pngOf(facts.logo)))
  y = parties(doc, sheet, y + 24)
  y = items(doc, sheet, y + 24)
  y = sums(doc, sheet, y + 12)
  y = closing(doc, facts, y + 24)
  feet(doc, `${sheet.business.name}, invoice ${sheet.number}. Made with ${brand}.`)
  return end()
}

/** Where each column of the items begins, and how wide it is. */
const columns = {
  description: { x: margin, width: 225 },
  quantity: { x: margin + 235, width: 50 },
  price: { x: margin + 290, width: 100 },
  amount: { x: margin + 395, width: width - 395 },
}

function head(doc: Pdf, { sheet: { business }, isTest }: PdfFacts, logo: Buffer | undefined): number {
  let y = margin
  if (isTest)
    y +=
      16 +
      write(
        doc,
        'Test Mode: this is not an invoice for real money.',
        { x: margin, y, width },
        { font: 'medium', colour: colours.warn },
      )
  const top = y
  if (logo) doc.image(logo, right - 88, top, { fit: [88, 68], align: 'right' })
  const box = { x: margin, width: width - (logo ? 110 : 0) }
  y += write(doc, business.name, { ...box, y }, { font: 'bold', size: 16 }) + 4
  for (const line of [business.address, business.email, business.phone])
    if (line) y += write(doc, line, { ...box, y }, { colour: colours.muted })
  return Math.max(y, logo ? top + 68 : 0)
}

const standings: Record<InvoiceSheet['status'], { text: string; colour: string }> = {
  pending: { text: 'To be paid', colour: colours.ink },
  partially_paid: { text: 'Paid in part', colour: colours.warn },
  overdue: { text: 'Overdue', colour: colours.bad },
  paid: { text: 'Paid', colour: colours.ok },
  cancelled: { text: 'Cancelled', colour: colours.bad },
}

/** Who it is for on the left; its number and its days on the right. */
function parties(doc: Pdf, sheet: InvoiceSheet, start: number): number {
  rule(doc, start)
  const top = start + 20
  const left = { x: margin, width: 270 }
  let y = top
  y += write(doc, `Invoice ${sheet.number}`, { ...left, y }, { font: 'bold', size: 14 }) + 10
  y += write(doc, 'Billed to', { ...left, y }, { colour: colours.muted, size: 9 })
  y += write(doc, sheet.customer.name ?? sheet.customer.email, { ...left, y }, { font: 'medium' })
  if (sheet.customer.name) y += write(doc, sheet.customer.email, { ...left, y }, { colour: colours.muted })
  const { text, colour } = standings[sheet.status]
  const facts: [string, string, string?][] = [
    ['Issued', formatDay(lagosDay(new Date(sheet.issuedAt)))],
    ['Due', formatDay(sheet.dueOn)],
    ['Status', text, colour],
    ...(sheet.paidAt ? ([['Paid on', formatDay(lagosDay(new Date(sheet.paidAt)))]] as [string, string][]) : []),
  ]
  let other = top
  for (const [label, value, tone] of facts) {
    write(doc, label, { x: 370, y: other, width: 70 }, { colour: colours.muted })
    other +=
      write(
        doc,
        value,
        { x: 430, y: other, width: right - 430 },
        { align: 'right', font: 'medium', ...(tone && { colour: tone }) },
      ) + 2
  }
  return Math.max(y, other)
}

function itemsHead(doc: Pdf, y: number): number {
  doc.rect(margin, y, width, 22).fill(colours.sunken)
  const style: Style = { size: 9, colour: colours.muted, font: 'medium' }
  write(doc, 'Description', { ...columns.description, x: margin + 8, y: y + 6 }, style)
  write(doc, 'Quantity', { ...columns.quantity, y: y + 6 }, { ...style, align: 'right' })
  write(doc, 'Price', { ...columns.price, y: y + 6 }, { ...style, align: 'right' })
  write(doc, 'Amount', { ...columns.amount, width: columns.amount.width - 8, y: y + 6 }, { ...style, align: 'right' })
  return y + 22
}

function items(doc: Pdf, { lines }: InvoiceSheet, start: number): number {
  let y = itemsHead(doc, start)
  for (const { description, quantity, unitPriceKobo, amountKobo } of lines) {
    doc.font('regular').fontSize(10)
    const height = doc.heightOfString(description, { width: columns.description.width - 8, lineGap: 2 }) + 14
    if (y + height > bottom) {
      doc.addPage()
      y = itemsHead(doc, margin)
    }
    const at = y + 7
    write(doc, description, { x: margin + 8, width: columns.description.width - 8, y: at })
    write(doc, formatQuantity(quantity), { ...columns.quantity, y: at }, { align: 'right' })
    write(doc, formatNaira(unitPriceKobo), { ...columns.price, y: at }, { align: 'right' })
    write(
      doc,
      formatNaira(amountKobo),
      { ...columns.amount, width: columns.amount.width - 8, y: at },
      { align: 'right' },
    )
    y += height
    rule(doc, y)
  }
  return y
}

/** What is 0 is left out. */
function sums(doc: Pdf, sheet: InvoiceSheet, start: number): number {
  const { subtotalKobo, discountKobo, taxBasisPoints, taxKobo, totalKobo, paidKobo, owedKobo, status } = sheet
  const { refundedKobo, refundedAt } = sheet
  const hasParts = discountKobo > 0 || taxKobo > 0
  const rows: ([string, number] | false)[] = [
    hasParts && ['Subtotal', subtotalKobo],
    discountKobo > 0 && ['Discount', -discountKobo],
    taxKobo > 0 && [`Tax (${formatPercent(taxBasisPoints)})`, taxKobo],
    ['Total', totalKobo],
    paidKobo > 0 && ['Paid', -paidKobo],
    paidKobo > 0 && status !== 'paid' && ['Left to pay', owedKobo],
    // Below what is owed, which it does not change.
    refundedAt !== null && [`Refunded ${formatDay(lagosDay(new Date(refundedAt)))}`, refundedKobo],
    refundedAt !== null && ['Paid after refunds', paidKobo - refundedKobo],
  ]
  const shown = rows.filter((row) => row !== false)
  let y = room(doc, start, shown.length * 20)
  for (const [label, kobo] of shown) {
    const style: Style = label === 'Total' || label === 'Left to pay' ? { font: 'bold', size: 11 } : {}
    write(
      doc,
      label,
      { x: columns.price.x - 40, y, width: 130 },
      { colour: colours.muted, ...style, ...(style.font && { colour: colours.ink }) },
    )
    y +=
      write(
        doc,
        formatNaira(kobo),
        { ...columns.amount, x: columns.amount.x - 40, width: columns.amount.width + 32, y },
        { align: 'right', ...style },
      ) + 5
  }
  return y
}

/** The business's note, and how to pay while something is owed. */
function closing(doc: Pdf, { sheet, url }: PdfFacts, start: number): number {
  let y = start
  if (sheet.note) {
    doc.font('regular').fontSize(10)
    y = room(doc, y, Math.min(doc.heightOfString(sheet.note, { width, lineGap: 2 }), bottom - margin))
    y += write(doc, sheet.note, { x: margin, y, width }) + 20
  }
  if (sheet.status === 'paid' || sheet.status === 'cancelled') return y
  y = room(doc, y, 60)
  y += write(doc, 'How to pay', { x: margin, y, width }, { font: 'bold' }) + 2
  y += write(
    doc,
    `By card or bank transfer at this address${sheet.status === 'overdue' ? '' : `, until ${formatDay(sheet.dueOn)}`}:`,
    { x: margin, y, width },
  )
  return y + write(doc, url, { x: margin, y, width }, { colour: colours.link, link: url })
}
