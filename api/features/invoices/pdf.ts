import type { InvoiceSheet } from '@adire/contract/invoice-sheet-schemas.ts'
import { formatQuantity, taxLabel } from '@adire/contract/invoice-totals.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { drawLetterhead } from '../../files/letterhead.ts'
import { toPng } from '../../files/pictures.ts'
import {
  contentWidth,
  drawFooters,
  drawLine,
  drawUnread,
  ensureSpace,
  measureText,
  openPdf,
  type PdfDocument,
  pageBottom,
  pageMargin,
  pageRight,
  pdfColours,
  type TextStyle,
  writeText,
} from '../../files/print.ts'
import { formatDay, lagosDay } from '../../lagos.ts'

export interface InvoicePdfData {
  sheet: InvoiceSheet
  /** In WebP, the format in which logos are stored. */
  logo: Uint8Array | undefined
  /** URL of the checkout page. */
  url: string
  isTest: boolean
  /** Brand colour of the business. */
  brandColor: string | null
  brand: string
}

/** Renders an invoice as an A4 PDF with as many pages as its items need. */
export async function invoicePdf(data: InvoicePdfData): Promise<Buffer> {
  const { sheet, brand } = data
  const { doc, end } = await openPdf({
    title: `Invoice ${sheet.number} from ${sheet.business.name}`,
    author: sheet.business.name,
    brand,
    at: new Date(sheet.issuedAt),
  })
  const { name, address, email, phone, registration } = sheet.business
  let y = drawLetterhead(doc, {
    name,
    lines: [address, email, phone, registration],
    logo: data.logo && (await toPng(data.logo)),
    brandColor: data.brandColor,
    testNote: data.isTest ? 'Test Mode: this is not an invoice for real money.' : undefined,
  })
  y = drawHeaderDetails(doc, sheet, y + 24)
  y = items(doc, sheet, y + 24)
  y = sums(doc, sheet, y + 12)
  y = closing(doc, data, y + 24)
  drawFooters(doc, `${sheet.business.name}, invoice ${sheet.number}. Made with ${brand}.`)
  return end()
}

/** Position and width of the item columns, in points. */
const columns = {
  description: { x: pageMargin, width: 225 },
  quantity: { x: pageMargin + 235, width: 50 },
  price: { x: pageMargin + 290, width: 100 },
  amount: { x: pageMargin + 395, width: contentWidth - 395 },
}

const statusLabels: Record<InvoiceSheet['status'], { text: string; colour: string }> = {
  pending: { text: 'To be paid', colour: pdfColours.ink },
  partially_paid: { text: 'Paid in part', colour: pdfColours.warn },
  overdue: { text: 'Overdue', colour: pdfColours.bad },
  paid: { text: 'Paid', colour: pdfColours.ok },
  cancelled: { text: 'Cancelled', colour: pdfColours.bad },
}

/** Draws the invoice number and customer on the left, the dates on the right. */
function drawHeaderDetails(doc: PdfDocument, sheet: InvoiceSheet, start: number): number {
  drawLine(doc, start)
  const top = start + 20
  const leftColumn = { x: pageMargin, width: 270 }
  let y = top
  y += writeText(doc, `Invoice ${sheet.number}`, { ...leftColumn, y }, { font: 'bold', size: 14, as: 'H1' }) + 10
  y += writeText(doc, 'Billed to', { ...leftColumn, y }, { colour: pdfColours.muted, size: 9 })
  y += writeText(doc, sheet.customer.name ?? sheet.customer.email, { ...leftColumn, y }, { font: 'medium' })
  if (sheet.customer.name) y += writeText(doc, sheet.customer.email, { ...leftColumn, y }, { colour: pdfColours.muted })
  const { text, colour } = statusLabels[sheet.status]
  const headerRows: [string, string, string?][] = [
    ['Issued', formatDay(lagosDay(new Date(sheet.issuedAt)))],
    ['Due', formatDay(sheet.dueOn)],
    ['Status', text, colour],
    ...(sheet.paidAt ? ([['Paid on', formatDay(lagosDay(new Date(sheet.paidAt)))]] as [string, string][]) : []),
  ]
  let other = top
  for (const [label, value, tone] of headerRows) {
    writeText(doc, label, { x: 370, y: other, width: 70 }, { colour: pdfColours.muted })
    other +=
      writeText(
        doc,
        value,
        { x: 430, y: other, width: pageRight - 430 },
        { align: 'right', font: 'medium', ...(tone && { colour: tone }) },
      ) + 2
  }
  return Math.max(y, other)
}

function itemsHead(doc: PdfDocument, y: number): number {
  drawUnread(doc, () => doc.rect(pageMargin, y, contentWidth, 22).fill(pdfColours.sunken))
  const style: TextStyle = { size: 9, colour: pdfColours.muted, font: 'medium' }
  writeText(doc, 'Description', { ...columns.description, x: pageMargin + 8, y: y + 6 }, style)
  writeText(doc, 'Quantity', { ...columns.quantity, y: y + 6 }, { ...style, align: 'right' })
  writeText(doc, 'Price', { ...columns.price, y: y + 6 }, { ...style, align: 'right' })
  writeText(
    doc,
    'Amount',
    { ...columns.amount, width: columns.amount.width - 8, y: y + 6 },
    { ...style, align: 'right' },
  )
  return y + 22
}

function items(doc: PdfDocument, { lines }: InvoiceSheet, start: number): number {
  let y = itemsHead(doc, start)
  for (const { description, quantity, unitPriceKobo, amountKobo } of lines) {
    const descriptionBox = { x: pageMargin + 8, width: columns.description.width - 8 }
    const height = measureText(doc, description, descriptionBox) + 14
    if (y + height > pageBottom) {
      doc.addPage()
      y = itemsHead(doc, pageMargin)
    }
    const at = y + 7
    writeText(doc, description, { ...descriptionBox, y: at })
    writeText(doc, formatQuantity(quantity), { ...columns.quantity, y: at }, { align: 'right' })
    const amountBox = { ...columns.amount, width: columns.amount.width - 8, y: at }
    writeText(doc, formatNaira(unitPriceKobo), { ...columns.price, y: at }, { align: 'right', fit: true })
    writeText(doc, formatNaira(amountKobo), amountBox, { align: 'right', fit: true })
    y += height
    drawLine(doc, y)
  }
  return y
}

/** Draws the totals. Rows with an amount of 0 are omitted. */
function sums(doc: PdfDocument, sheet: InvoiceSheet, start: number): number {
  const { subtotalKobo, discountKobo, taxBasisPoints, taxKobo, totalKobo, paidKobo, owedKobo, status } = sheet
  const { refundedKobo, refundedAt } = sheet
  const hasParts = discountKobo > 0 || taxKobo > 0
  const rows: ([string, number] | false)[] = [
    hasParts && ['Subtotal', subtotalKobo],
    discountKobo > 0 && ['Discount', -discountKobo],
    taxKobo > 0 && [taxLabel(taxBasisPoints), taxKobo],
    ['Total', totalKobo],
    paidKobo > 0 && ['Paid', -paidKobo],
    paidKobo > 0 && status !== 'paid' && ['Balance due', owedKobo],
    // Below the amount due: refunds do not change it.
    refundedAt !== null && [`Refunded ${formatDay(lagosDay(new Date(refundedAt)))}`, refundedKobo],
    refundedAt !== null && ['Paid after refunds', paidKobo - refundedKobo],
  ]
  const printedRows = rows.filter((row) => row !== false)
  let y = ensureSpace(doc, start, printedRows.length * 20)
  for (const [label, kobo] of printedRows) {
    const style: TextStyle = label === 'Total' || label === 'Balance due' ? { font: 'bold', size: 11 } : {}
    writeText(
      doc,
      label,
      { x: columns.price.x - 40, y, width: 130 },
      { colour: pdfColours.muted, ...style, ...(style.font && { colour: pdfColours.ink }) },
    )
    y +=
      writeText(
        doc,
        formatNaira(kobo),
        { ...columns.amount, x: columns.amount.x - 40, width: columns.amount.width + 32, y },
        { align: 'right', fit: true, ...style },
      ) + 5
  }
  return y
}

/** Draws the merchant's note and, if an amount is due, how to pay. */
function closing(doc: PdfDocument, { sheet, url }: InvoicePdfData, start: number): number {
  let y = start
  if (sheet.note) {
    const height = measureText(doc, sheet.note, { width: contentWidth })
    y = ensureSpace(doc, y, Math.min(height, pageBottom - pageMargin))
    y += writeText(doc, sheet.note, { x: pageMargin, y, width: contentWidth }) + 20
  }
  if (sheet.status === 'paid' || sheet.status === 'cancelled') return y
  y = ensureSpace(doc, y, 60)
  y += writeText(doc, 'How to pay', { x: pageMargin, y, width: contentWidth }, { font: 'bold' }) + 2
  y += writeText(
    doc,
    `By card or bank transfer at this address${sheet.status === 'overdue' ? '' : `, until ${formatDay(sheet.dueOn)}`}:`,
    { x: pageMargin, y, width: contentWidth },
  )
  return y + writeText(doc, url, { x: pageMargin, y, width: contentWidth }, { colour: pdfColours.link, link: url })
}
