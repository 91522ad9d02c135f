import { limits } from '@adire/contract/limits.ts'
import { Problem, problem } from '../http/problem.ts'
import { cleanPicture, type Kind, kindOf } from './kinds.ts'

export interface Paper {
  kind: Kind
  content: Uint8Array
}

/** A PDF that is one from its first line to its last, or a picture, drawn anew so that nothing rides along with it. */
export async function readPaper(content: Uint8Array): Promise<Paper> {
  if (content.length > limits.documentBytes) throw new Problem(413, 'file_too_large', 'The file is larger than 5 MB')
  const kind = kindOf(content)
  if (kind === 'pdf' && isWholePdf(content)) return { kind, content }
  if (kind === 'pdf') throw problem.field('document', 'This PDF is not complete, save it anew and try again')
  if (kind !== 'png' && kind !== 'jpeg') throw problem.field('document', 'Use a PDF, a JPG or a PNG')
  const picture = await cleanPicture(content, kind)
  if (!picture) throw problem.field('document', 'This picture cannot be read, take it anew and try again')
  return { kind, content: picture }
}

/** A PDF ends with `%%EOF`; where much follows, the file is something else as well. */
const isWholePdf = (content: Uint8Array) =>
  Buffer.from(content).lastIndexOf('%%EOF') >= Math.max(5, content.length - 1024)
