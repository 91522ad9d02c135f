/** A PDF of these objects, the first of which is the catalog; `trailer` is added to its trailer. */
export function buildPdf(objects: readonly string[], trailer = ''): Buffer {
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  for (const at of offsets) text += `${String(at).padStart(10, '0')} 00000 n \n`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** Objects of one empty page; `catalog` is added to the catalog. */
export const pdfPage = (catalog = '') => [
  `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
]

/** A document of one page, with a title. */
export const samplePdf = (title = 'a paper') => buildPdf([...pdfPage(), `<< /Title (${title}) >>`], '/Info 4 0 R')
