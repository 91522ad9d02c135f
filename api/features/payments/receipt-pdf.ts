import { type ReceiptSheet, receiptTexts } from '@adire/contract/checkout-page-props.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { drawLetterhead } from '../../files/letterhead.ts'
import { toPng } from '../../files/pictures.ts'
import {
  contentWidth,
  drawFooters,
  drawLine,
  ensureSpace,
  openPdf,
  pageMargin,
  pageRight,
  pdfColours,
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
    y = ensureSpace(doc, y, 40)
    drawLine(doc, y)
    writeText(doc, label, { x: pageMargin, y: y + 8, width: labelWidth }, { colour: pdfColours.muted })
    const x = pageMargin + labelWidth + 10
    y += 16 + writeText(doc, value, { x, y: y + 8, width: pageRight - x }, { align: 'right', font: 'medium' })
  }
  drawLine(doc, y)
  writeText(
    doc,
    `${question} Write to ${business.email}.`,
    { ...box, y: y + 16 },
    { colour: pdfColours.muted, size: 9.5 },
  )
  drawFooters(doc, `${business.name}, ${title.toLowerCase()} ${reference}. Made with ${brand}.`)
  return end()
}
