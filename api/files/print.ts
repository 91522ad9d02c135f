import { fromPackages } from './paths.ts'

const fontPath = (name: string) => fromPackages.resolve(`@expo-google-fonts/geist/${name}.ttf`)
const fonts = {
  regular: fontPath('400Regular/Geist_400Regular'),
  medium: fontPath('500Medium/Geist_500Medium'),
  bold: fontPath('600SemiBold/Geist_600SemiBold'),
}
type Font = keyof typeof fonts

export const pdfColours = {
  brand: '#2450D8',
  ink: '#0F1728',
  muted: '#5A6579',
  line: '#E4E7EC',
  link: '#1D47C4',
  ok: '#0B6B46',
  bad: '#B3261E',
  warn: '#8A4B00',
  /** Background of table headers. */
  sunken: '#F5F6F8',
  okSoft: '#E5F6ED',
  badSoft: '#FCEBE9',
}
export const pageMargin = 50
/** A4, in points (1/72 inch). */
export const pageSize = { width: 595.28, height: 841.89 }
export const pageRight = pageSize.width - pageMargin
export const contentWidth = pageRight - pageMargin
/** Lower limit of the content, in points; the footer is below it. */
export const pageBottom = pageSize.height - 80

export type PdfDocument = PDFKit.PDFDocument

export interface TextStyle {
  font?: Font
  size?: number
  colour?: string
  align?: 'left' | 'right'
  link?: string
  /** Cuts text that is wider than the box, with an ellipsis. */
  oneLine?: boolean
}

/** Replaces the naira sign, which the font lacks. */
const replaceNairaSigns = (text: string) => text.replace(/\u20a6\s*/g, 'NGN ')

const tabular: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum']

/** Writes text in a box; returns its height in points. */
export function writeText(
  doc: PdfDocument,
  text: string,
  box: { x: number; y: number; width: number },
  style: TextStyle = {},
): number {
  const { font = 'regular', size = 10, colour = pdfColours.ink, align = 'left', link, oneLine } = style
  // Tabular digits, so that amounts are aligned.
  const options = {
    width: box.width,
    align,
    lineGap: 2,
    features: tabular,
    ...(link && { link }),
    ...(oneLine && { height: size, ellipsis: true }),
  }
  doc.font(font).fontSize(size).fillColor(colour).text(replaceNairaSigns(text), box.x, box.y, options)
  return oneLine ? size : doc.heightOfString(replaceNairaSigns(text), options)
}

interface About {
  title: string
  author: string
  subject?: string
  /** Product name, for the document's metadata. */
  brand: string
  at: Date
}

interface Printed {
  doc: PdfDocument
  end(): Promise<Buffer>
}

/** Opens a new A4 document; `end` returns it as a file. */
export async function openPdf({ title, author, subject, brand, at }: About): Promise<Printed> {
  // Loaded at the first PDF, because it takes a tenth of the process's memory.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: pageMargin, left: pageMargin, right: pageMargin, bottom: 0 },
    bufferPages: true,
    lang: 'en-NG',
    info: { Title: title, Author: author, ...(subject && { Subject: subject }), Creator: brand, CreationDate: at },
  })
  for (const [name, file] of Object.entries(fonts)) doc.registerFont(name, file)
  const parts: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  const end = async () => {
    doc.end()
    await ended
    return Buffer.concat(parts)
  }
  return { doc, end }
}

export function drawLine(doc: PdfDocument, y: number) {
  doc.moveTo(pageMargin, y).lineTo(pageRight, y).lineWidth(0.5).strokeColor(pdfColours.line).stroke()
}

/** Starts a new page if `height` points do not fit below `y`; returns the position to continue at. */
export function ensureSpace(doc: PdfDocument, y: number, height: number): number {
  if (y + height <= pageBottom) return y
  doc.addPage()
  return pageMargin
}

/** Draws the footer of every page: a text, and the page number of the total. */
export function drawFooters(doc: PdfDocument, text: string) {
  const { count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    doc.switchToPage(index)
    const y = pageSize.height - 50
    const style: TextStyle = { size: 8, colour: pdfColours.muted }
    writeText(doc, text, { x: pageMargin, y, width: contentWidth - 100 }, style)
    writeText(doc, `Page ${index + 1} of ${count}`, { x: pageRight - 100, y, width: 100 }, { ...style, align: 'right' })
  }
}
