/** Rows of a CSV file as a spreadsheet reads them, by column name. */
export function parseCsv(text: string): Record<string, string>[] {
  const [head = [], ...rows] = cells(text.replace(/^\uFEFF/, ''))
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ''])))
}

function cells(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (isQuoted && character === '"' && text[at + 1] === '"') cell += text[++at]
    else if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === ',' || character === '\n')) {
      row.push(cell)
      cell = ''
      if (character === '\n') {
        rows.push(row)
        row = []
      }
    } else if (character !== '\r' || isQuoted) cell += character
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell])
  return rows
}

/** Kobo from an amount in naira as written in a file. */
export const parseNaira = (text: string | undefined) => Math.round(Number((text ?? '').replace(/[^\d.-]/g, '')) * 100)
