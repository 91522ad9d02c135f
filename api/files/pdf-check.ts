import {
  hasType,
  isDictionary,
  isName,
  isReference,
  type PdfDictionary,
  type PdfFile,
  type PdfValue,
  parsePdf,
} from './pdf-syntax.ts'

const damaged = 'This PDF is not complete. Save it again and send the new file.'
const active = 'This PDF contains scripts, actions or attachments. Print it to a new PDF and send that.'
const locked = 'This PDF is protected by a password. Save it without the password and send that.'

/** Names of active content or embedded files, as dictionary keys or action types. */
const actions = [
  'JavaScript',
  'JS',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'EF',
  'RichMedia',
  'XFA',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'Rendition',
]

/**
 * The reason why a PDF is rejected, as a message for its sender. Undefined if it is complete, has pages, opens without a
 * password, and contains no active content.
 */
export async function faultOfPdf({ content }: { content: Uint8Array }): Promise<string | undefined> {
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1')
  const end = /startxref\s+(\d{1,10})\s+%%EOF[\s\0]*$/.exec(text.slice(-2_000))
  if (!end || !/^\s*(?:xref\s|\d+\s+\d+\s+obj\b)/.test(text.slice(Number(end[1]), Number(end[1]) + 40))) return damaged
  let file: PdfFile
  try {
    file = parsePdf(content)
  } catch {
    return damaged
  }
  if (file.trailers.some(({ entries }) => entries.has('Encrypt'))) return locked
  if (actions.some((name) => file.names.has(name))) return active
  const root = file.trailers.map(({ entries }) => resolved(file, entries.get('Root'))).find(isDictionary)
  if (!root || !hasType(root, 'Catalog') || !hasPages(file, root)) return damaged
  const opens = [...file.objects.values()].filter(isDictionary).map(({ entries }) => entries.get('OpenAction'))
  return opens.every((action) => isHarmless(resolved(file, action))) ? undefined : active
}

const resolved = ({ objects }: PdfFile, value: PdfValue | undefined) =>
  isReference(value) ? objects.get(value.object) : value

function hasPages(file: PdfFile, root: PdfDictionary): boolean {
  const pages = resolved(file, root.entries.get('Pages'))
  const first = isDictionary(pages) && resolved(file, pages.entries.get('Kids'))
  return Array.isArray(first) && first.some((kid) => isDictionary(resolved(file, kid)))
}

/** Whether an open action only jumps to a position in the document, as many programs write it. */
function isHarmless(action: PdfValue | undefined): boolean {
  if (action === undefined || action === null || Array.isArray(action)) return true
  const kind = isDictionary(action) ? action.entries.get('S') : undefined
  return isName(kind) && kind.name === 'GoTo'
}
