import { PDFDocument } from '@cantoo/pdf-lib'
import {
  contentWidth,
  drawPicture,
  openPdf,
  type PdfDocument,
  pageBottom,
  pageMargin,
  pdfColours,
  writeText,
} from '../../files/print.ts'

interface EvidenceFile {
  /** Name of the kind of evidence, such as a receipt. */
  name: string
  contentType: string
  content: Uint8Array
}

export interface ResponsePdfData {
  business: string
  reference: string
  paymentReference: string
  message: string
  brand: string
  at: Date
  documents: readonly EvidenceFile[]
}

/** The response to a dispute as one PDF, because processors accept one file: the message, then the evidence. */
export async function renderResponsePdf(data: ResponsePdfData): Promise<Uint8Array> {
  const { business, reference, brand, at, documents } = data
  const { doc, end } = await openPdf({ title: `Response to dispute ${reference}`, author: business, brand, at })
  drawMessage(doc, data)
  for (const picture of documents.filter((document) => !isPdf(document))) drawEvidencePage(doc, picture)
  return appendPdfs(await end(), documents.filter(isPdf))
}

const isPdf = ({ contentType }: EvidenceFile) => contentType === 'application/pdf'

function drawMessage(doc: PdfDocument, { business, reference, paymentReference, message, documents }: ResponsePdfData) {
  const box = { x: pageMargin, width: contentWidth }
  let y = pageMargin
  y += writeText(doc, business, { ...box, y }, { as: 'H1', font: 'bold', size: 16 }) + 4
  const about = `Response to dispute ${reference} of payment ${paymentReference}`
  y += writeText(doc, about, { ...box, y }, { colour: pdfColours.muted }) + 24
  y += writeText(doc, message, { ...box, y }) + 24
  if (documents.length > 0)
    writeText(doc, `Evidence: ${documents.map(({ name }) => name).join(', ')}`, { ...box, y }, { font: 'medium' })
}

function drawEvidencePage(doc: PdfDocument, { name, content }: EvidenceFile) {
  doc.addPage()
  const box = { x: pageMargin, y: pageMargin, width: contentWidth }
  const top = pageMargin + writeText(doc, name, box, { as: 'H2', font: 'medium' }) + 8
  const fit: [number, number] = [contentWidth, pageBottom - top]
  drawPicture(doc, name, () => doc.image(Buffer.from(content), pageMargin, top, { fit }))
}

/** Adds the pages of PDFs. A PDF that passed the check of uploads and still cannot be opened must not stop the response. */
async function appendPdfs(response: Buffer, documents: readonly EvidenceFile[]): Promise<Uint8Array> {
  if (documents.length === 0) return response
  const whole = await PDFDocument.load(response)
  for (const { name, content } of documents) {
    try {
      const source = await PDFDocument.load(content)
      for (const page of await whole.copyPages(source, source.getPageIndices())) whole.addPage(page)
    } catch {
      whole.addPage().drawText(`${name}: this document could not be opened.`, { x: pageMargin, y: 700, size: 11 })
    }
  }
  return whole.save()
}
