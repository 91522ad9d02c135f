import type { Parsed } from '@adire/contract/endpoint.ts'
import type { UploadedFile } from '@adire/contract/fields.ts'
import type { uploadDocument } from '@adire/contract/kyc.ts'
import { eq } from 'drizzle-orm'
import type { MemberContext, UploadSteps } from '../../context.ts'
import { contentTypes } from '../../files/kinds.ts'
import { type Paper, readPaper } from '../../files/paper.ts'
import { files } from '../../files/tables.ts'
import { sealName } from './identity.ts'
import { requireOpen, submitItem } from './move.ts'
import { promiseDecision, verdictOnDocument } from './sandbox.ts'
import { statusesOf } from './standing.ts'

type Input = Parsed<typeof uploadDocument>

/** Whether this document is asked for now: checked before the file is read. */
export const mayTake = (context: MemberContext, { type }: Pick<Input, 'type'>) => requireOpen(context, type)

/**
 * Keeps a document, sealed, for whoever reviews it: no browser is ever served one. The content is written before the
 * transaction, under an id of ours, and taken away again where that fails.
 */
export async function takeDocument(steps: UploadSteps<MemberContext>, { type, document, documentId }: Input) {
  const paper = await readPaper(steps.media, steps.owner, document as UploadedFile)
  const fileId = crypto.randomUUID()
  await steps.files.put(fileId, paper.content)
  try {
    const { replaced, statuses } = await steps.write((context) => keep(context, { type, documentId, fileId, paper }))
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
  fileId: string
  paper: Paper
}

async function keep(context: MemberContext, { type, documentId, fileId, paper }: Kept) {
  const { tx, merchant, vault, realNow: now } = context
  const { name } = paper
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
