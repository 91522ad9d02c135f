/** Title and subject of a PDF. */
export const readPdfMetadata = (pdf: string) =>
  ['Title', 'Subject'].map((name) => {
    const [, objectNumber] = pdf.match(new RegExp(`/${name} (\\d+) 0 R`)) ?? []
    return pdf.match(new RegExp(`\\n${objectNumber} 0 obj\\n\\(([^)]*)\\)`))?.[1]
  })
