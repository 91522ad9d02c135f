import { type ReceiptSheet, receiptTexts } from '@adire/contract/checkout-page-props.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { drawLetterhead } from '../../files/letterhead.ts'
import { toPng } from '../../files/pictures.ts'
import {
  contentWidth,
  drawFooters,
  drawLine,
  ensureSpace,
  measureText,
  openPdf,
  pageMargin,
  pageRight,
  pdfColours,
  type TextStyle,
  writeText,
} from '../../files/print.ts'

export interface ReceiptPdfData {
  receipt: ReceiptSheet
  /** In WebP, the format in which logos are stored. */
  logo: Uint8Array | undefined
  brand: string
}

const labelWidth = 140

/** Renders a receipt as an A4 PDF. */
export async function receiptPdf({ receipt, logo, brand }: ReceiptPdfData): Promise<Buffer> {
  const { business, reference, amountKobo, at, rows, isTest } = receipt
  const { title, question } = receiptTexts[receipt.of]
  const { doc, end } = await openPdf({
    title: `${title} ${reference} from ${business.name}`,
    author: business.name,
    brand,
    at: new Date(at),
  })
  let y = drawLetterhead(doc, {
    name: business.name,
    lines: [business.email, business.registration],
    logo: logo && (await toPng(logo)),
    brandColor: business.brandColor,
    testNote: isTest ? 'Test Mode: this is not a receipt for real money.' : undefined,
  })
  y += 24
  drawLine(doc, y)
  const box = { x: pageMargin, width: contentWidth }
  y += 20
  y += writeText(doc, title, { ...box, y }, { font: 'bold', size: 14 }) + 6
  y += writeText(doc, formatNaira(amountKobo), { ...box, y }, { font: 'bold', size: 22 }) + 16
  for (const [label, value] of rows) {
    const valueX = pageMargin + labelWidth + 10
    const labelBox = { x: pageMargin, width: labelWidth }
    const valueBox = { x: valueX, width: pageRight - valueX }
    const valueStyle: TextStyle = { align: 'right', font: 'medium' }
    // A label is the merchant's own question, and may be longer than what the payer answered.
    const height = Math.max(measureText(doc, label, labelBox), measureText(doc, value, valueBox, valueStyle))
    y = ensureSpace(doc, y, height + 16)
    drawLine(doc, y)
    writeText(doc, label, { ...labelBox, y: y + 8 }, { colour: pdfColours.muted })
    writeText(doc, value, { ...valueBox, y: y + 8 }, valueStyle)
    y += height + 16
  }
  drawLine(doc, y)
  const contact = `${question} Write to ${business.email}.`
  const contactStyle: TextStyle = { colour: pdfColours.muted, size: 9.5 }
  y = ensureSpace(doc, y + 16, measureText(doc, contact, box, contactStyle))
  writeText(doc, contact, { ...box, y }, contactStyle)
  drawFooters(doc, `${business.name}, ${title.toLowerCase()} ${reference}. Made with ${brand}.`)
  return end()
}
