import { fromPackages } from './paths.ts'
import { hasHook, toPrintable } from './printable.ts'

const fontPath = (name: string) => fromPackages.resolve(`@expo-google-fonts/${name}.ttf`)
const fonts = {
  regular: fontPath('geist/400Regular/Geist_400Regular'),
  medium: fontPath('geist/500Medium/Geist_500Medium'),
  bold: fontPath('geist/600SemiBold/Geist_600SemiBold'),
  // For texts with the hooked letters of Hausa, which Geist lacks.
  regularWithHooks: fontPath('inter/400Regular/Inter_400Regular'),
  mediumWithHooks: fontPath('inter/500Medium/Inter_500Medium'),
  boldWithHooks: fontPath('inter/600SemiBold/Inter_600SemiBold'),
}
type Font = 'regular' | 'medium' | 'bold'

/** The font of a printable text. */
const findFont = (text: string, font: Font): keyof typeof fonts => (hasHook(text) ? `${font}WithHooks` : font)

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

/** Element of the structure by which screen readers read a document: a heading, a paragraph, a cell of a table. */
export type PdfElement = PDFKit.PDFStructureElement
type TextElement = 'H1' | 'H2' | 'P' | 'TH' | 'TD'

/** The root of each document's structure. */
const roots = new WeakMap<PdfDocument, PdfElement>()

export interface TextStyle {
  /** Element of the text. Default: a paragraph; `none` for what repeats on each page. */
  as?: TextElement | 'none'
  /** Element that contains it, such as a table's row. Default: the document. */
  within?: PdfElement
  font?: Font
  size?: number
  colour?: string
  align?: 'left' | 'right'
  link?: string
  /** Cuts text that is wider than the box, with an ellipsis. */
  oneLine?: boolean
  /** Makes text that is wider than the box smaller: an amount must never be cut. */
  fit?: boolean
}

const tabular: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum']

const defaultSize = 10

/** The size of the style, or the largest one at which the text fits into the width. */
function findSize(doc: PdfDocument, text: string, width: number, { font = 'regular', size = defaultSize }: TextStyle) {
  const needed = doc.font(findFont(text, font)).fontSize(size).widthOfString(text, { features: tabular })
  // A point of room, so that rounding does not break the line.
  return needed + 1 > width ? (size * (width - 1)) / needed : size
}

/** The height of a text in points, before it is written. */
export function measureText(
  doc: PdfDocument,
  text: string,
  { width }: { width: number },
  { font = 'regular', size = defaultSize }: TextStyle = {},
): number {
  const printed = toPrintable(text)
  return doc
    .font(findFont(printed, font))
    .fontSize(size)
    .heightOfString(printed, { width, lineGap: 2, features: tabular })
}

/** Writes text in a box; returns its height in points. */
export function writeText(
  doc: PdfDocument,
  text: string,
  box: { x: number; y: number; width: number },
  style: TextStyle = {},
): number {
  const { font = 'regular', colour = pdfColours.ink, align = 'left', link, oneLine } = style
  const { as = 'P', within = roots.get(doc) } = style
  const printed = toPrintable(text)
  const size = style.fit ? findSize(doc, printed, box.width, style) : (style.size ?? defaultSize)
  // Tabular digits, so that amounts are aligned.
  const options = {
    width: box.width,
    align,
    lineGap: 2,
    features: tabular,
    ...(link && { link }),
    ...(oneLine && { height: size, ellipsis: true }),
  }
  doc.font(findFont(printed, font)).fontSize(size).fillColor(colour)
  if (as === 'none') drawUnread(doc, () => doc.text(printed, box.x, box.y, options), 'Pagination')
  else doc.text(printed, box.x, box.y, { ...options, structType: as, ...(within && { structParent: within }) })
  return oneLine ? size : doc.heightOfString(printed, options)
}

/** Draws what screen readers leave out: lines, backgrounds, and what repeats on each page. */
export function drawUnread(doc: PdfDocument, draw: () => void, type: 'Layout' | 'Pagination' = 'Layout') {
  doc.markContent('Artifact', { type })
  draw()
  doc.endMarkedContent()
}

/** Adds an element to the structure, in the document or in another element: a table, or a row of it. */
export function addElement(doc: PdfDocument, type: 'Table' | 'TR', within = roots.get(doc)): PdfElement {
  const element = doc.struct(type)
  within?.add(element)
  return element
}

/** Draws a picture, with a text for those who do not see it. */
export function drawPicture(doc: PdfDocument, text: string, draw: () => void) {
  roots.get(doc)?.add(doc.struct('Figure', { alt: text }, draw))
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
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    lang: 'en-NG',
    info: { Title: title, Author: author, ...(subject && { Subject: subject }), Creator: brand, CreationDate: at },
  })
  const root = doc.struct('Document')
  doc.addStructure(root)
  roots.set(doc, root)
  for (const [name, file] of Object.entries(fonts)) doc.registerFont(name, file)
  const parts: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  const end = async () => {
    root.end()
    doc.end()
    await ended
    return Buffer.concat(parts)
  }
  return { doc, end }
}

export function drawLine(doc: PdfDocument, y: number) {
  drawUnread(doc, () =>
    doc.moveTo(pageMargin, y).lineTo(pageRight, y).lineWidth(0.5).strokeColor(pdfColours.line).stroke(),
  )
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
    const style: TextStyle = { size: 8, colour: pdfColours.muted, as: 'none' }
    writeText(doc, text, { x: pageMargin, y, width: contentWidth - 100 }, style)
    writeText(doc, `Page ${index + 1} of ${count}`, { x: pageRight - 100, y, width: 100 }, { ...style, align: 'right' })
  }
}
