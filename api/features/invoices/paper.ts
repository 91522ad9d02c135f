import { fileURLToPath } from 'node:url'

const fontOf = (name: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/geist/${name}.ttf`))
export const fonts = {
  regular: fontOf('400Regular/Geist_400Regular'),
  medium: fontOf('500Medium/Geist_500Medium'),
  bold: fontOf('600SemiBold/Geist_600SemiBold'),
}
type Font = keyof typeof fonts

export const colours = {
  ink: '#0F1728',
  muted: '#5A6579',
  line: '#E4E7EC',
  link: '#1D47C4',
  ok: '#0B6B46',
  bad: '#B3261E',
  warn: '#8A4B00',
}
export const margin = 50
/** A4, in points. */
export const page = { width: 595.28, height: 841.89 }
export const right = page.width - margin
export const width = right - margin
/** Below it stands the foot of the page. */
export const bottom = page.height - 80

/** Where each column of the items begins, and how wide it is. */
export const columns = {
  description: { x: margin, width: 225 },
  quantity: { x: margin + 235, width: 50 },
  price: { x: margin + 290, width: 100 },
  amount: { x: margin + 395, width: width - 395 },
}

export type Pdf = PDFKit.PDFDocument

export interface Style {
  font?: Font
  size?: number
  colour?: string
  align?: 'left' | 'right'
  link?: string
}

/** The font has no naira sign. */
const known = (text: string) => text.replace(/\u20a6\s*/g, 'NGN ')

const tabular: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum']

/** Writes in a box; answers the height it took. */
export function write(doc: Pdf, text: string, box: { x: number; y: number; width: number }, style: Style = {}): number {
  const { font = 'regular', size = 10, colour = colours.ink, align = 'left', link } = style
  // Figures of one width, so that amounts stand below each other.
  const options = {
    width: box.width,
    align,
    lineGap: 2,
    features: tabular,
    ...(link && { link }),
  }
  doc.font(font).fontSize(size).fillColor(colour).text(known(text), box.x, box.y, options)
  return doc.heightOfString(known(text), options)
}
