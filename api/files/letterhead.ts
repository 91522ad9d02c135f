import {
  contentWidth,
  drawPicture,
  drawUnread,
  type PdfDocument,
  pageMargin,
  pageRight,
  pdfColours,
  writeText,
} from './print.ts'

interface Letterhead {
  name: string
  /** Address, email and phone; empty ones are omitted. */
  lines: readonly (string | null)[]
  /** PNG. */
  logo: Buffer | undefined
  /** Says that a document is of test mode. */
  testNote: string | undefined
  /** Colour of a bar above everything. */
  brandColor: string | null
}

/** Bar in the brand colour of a business, above everything else on the first page of a document. */
export function drawBrandBar(doc: PdfDocument, brandColor: string | null): void {
  if (brandColor) drawUnread(doc, () => doc.rect(0, 0, doc.page.width, 8).fill(brandColor))
}

/** Draws name, contact and logo of a business at the top of its document. Returns the position below. */
export function drawLetterhead(doc: PdfDocument, { name, lines, logo, testNote, brandColor }: Letterhead): number {
  drawBrandBar(doc, brandColor)
  let y = pageMargin
  if (testNote)
    y +=
      16 +
      writeText(doc, testNote, { x: pageMargin, y, width: contentWidth }, { font: 'medium', colour: pdfColours.warn })
  const top = y
  if (logo)
    drawPicture(doc, `Logo of ${name}`, () => doc.image(logo, pageRight - 88, top, { fit: [88, 68], align: 'right' }))
  const box = { x: pageMargin, width: contentWidth - (logo ? 110 : 0) }
  y += writeText(doc, name, { ...box, y }, { font: 'bold', size: 16 }) + 4
  for (const line of lines) if (line) y += writeText(doc, line, { ...box, y }, { colour: pdfColours.muted })
  return Math.max(y, logo ? top + 68 : 0)
}
