import type { Parsed } from '@adire/contract/endpoint.ts'
import type { UploadedFile } from '@adire/contract/fields.ts'
import type { uploadDocument } from '@adire/contract/kyc.ts'
import { limits } from '@adire/contract/limits.ts'
import { eq } from 'drizzle-orm'
import type { MemberContext, Steps } from '../../context.ts'
import { cleanPicture, contentTypes, type Kind, kindOf } from '../../files/kinds.ts'
import { files } from '../../files/tables.ts'
import { Problem, problem } from '../../http/problem.ts'
import { sealName } from './identity.ts'
import { requireOpen, submitItem } from './move.ts'
import { promiseDecision, verdictOnDocument } from './sandbox.ts'
import { statusesOf } from './standing.ts'

type Input = Parsed<typeof uploadDocument>
interface Paper {
  kind: Kind
  content: Uint8Array
}

/**
 * Keeps a document, sealed, for whoever reviews it: no browser is ever served one. The content is written before the
 * transaction, under an id of ours, and taken away again where that fails.
 */
export async function takeDocument(steps: Steps<MemberContext>, { type, document, documentId }: Input) {
  const { name, content } = document as UploadedFile
  const paper = await checked(content)
  await steps.write((context) => requireOpen(context, type))
  const fileId = crypto.randomUUID()
  await steps.files.put(fileId, paper.content)
  try {
    const { replaced, statuses } = await steps.write((context) =>
      keep(context, { type, documentId, name, fileId, paper }),
    )
    if (replaced) await steps.files.remove(replaced)
    return statuses
  } catch (error) {
    await steps.files.remove(fileId)
    throw error
  }
}

interface Kept {
  type: Input['type']
  documentId: string | undefined
  name: string
  fileId: string
  paper: Paper
}

async function keep(context: MemberContext, { type, documentId, name, fileId, paper }: Kept) {
  const { tx, merchant, vault, now } = context
  await requireOpen(context, type)
  const before = await submitItem(context, type, {
    fileId,
    submitted: name,
    sealed: documentId === undefined ? null : vault.seal(documentId, sealName(merchant.id, type)),
  })
  await tx.insert(files).values({
    id: fileId,
    merchantId: merchant.id,
    purpose: 'kyc',
    name,
    contentType: contentTypes[paper.kind],
    bytes: paper.content.length,
    createdAt: now,
  })
  if (before.fileId) await tx.delete(files).where(eq(files.id, before.fileId))
  await promiseDecision(context, type, verdictOnDocument(name))
  return { replaced: before.fileId, statuses: await statusesOf(tx, merchant.id) }
}

/** A PDF that is one from its first line to its last, or a picture, drawn anew so that nothing rides along with it. */
async function checked(content: Uint8Array): Promise<Paper> {
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
