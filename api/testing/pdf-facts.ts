/** What a PDF says of itself: its title and its subject. */
export const factsOfPdf = (pdf: string) =>
  ['Title', 'Subject'].map((name) => {
    const [, place] = pdf.match(new RegExp(`/${name} (\\d+) 0 R`)) ?? []
    return pdf.match(new RegExp(`\\n${place} 0 obj\\n\\(([^)]*)\\)`))?.[1]
  })
