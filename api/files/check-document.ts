import type { UploadedFile } from '@adire/contract/fields.ts'
import { limits } from '@adire/contract/limits.ts'
import { Problem, problem } from '../http/problem.ts'
import { detectFileKind, type FileKind } from './kinds.ts'
import type { Media } from './media.ts'

export interface CheckedDocument {
  /** The uploaded name, with the extension of the detected type. */
  name: string
  kind: FileKind
  content: Uint8Array
}

/**
 * Checks an uploaded document. PDFs must be complete and contain no actions; pictures are re-encoded to strip metadata and
 * payloads. `owner` is the business that the check counts for.
 * @throws file_too_large (413), validation_error (422) on `document`, and the errors of `Media.run`
 */
export async function checkDocument(
  media: Media,
  owner: string,
  { name, content }: UploadedFile,
): Promise<CheckedDocument> {
  if (content.length > limits.documentBytes) throw new Problem(413, 'file_too_large', 'The file is larger than 5 MB')
  const kind = detectFileKind(content)
  if (kind === 'pdf') {
    const fault = await media.run<string | undefined>([owner], 'document', { content })
    if (fault) throw problem.field('document', fault)
    return { name: honestName(name, kind), kind, content }
  }
  if (kind !== 'png' && kind !== 'jpeg') throw problem.field('document', 'Use a PDF, JPG or PNG file')
  const picture = await media.run<Omit<CheckedDocument, 'name'> | undefined>([owner], 'picture', { content, kind })
  if (!picture)
    throw problem.field('document', 'This picture cannot be read or is too large. Take it again and send the new one.')
  return { ...picture, name: honestName(name, picture.kind) }
}

const endings: Record<FileKind, readonly string[]> = {
  pdf: ['pdf'],
  png: ['png'],
  jpeg: ['jpg', 'jpeg'],
  webp: ['webp'],
}

/** A file name with one extension, that of the detected type: `bill.pdf.exe` becomes `bill.pdf`, `a.exe.pdf` `a_exe.pdf`. */
export function honestName(name: string, kind: FileKind): string {
  const [, stem = name, ending = ''] = /^(.+)\.([^.]*)$/s.exec(name) ?? []
  const known = endings[kind]
  const isRight = known.includes(ending.toLowerCase())
  const base = isRight ? stem : stem.replace(new RegExp(`\\.(?:${known.join('|')})$`, 'i'), '')
  const single = base.replace(/\.(?=[a-z][a-z0-9]{1,4}(?:\.|$))/gi, '_')
  return `${single}.${isRight ? ending : known[0]}`
}
