import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { UploadedFile } from '@adire/contract/fields.ts'
import type { uploadDocument } from '@adire/contract/kyc.ts'
import type { MemberContext, UploadUnitOfWork } from '../../context.ts'
import { type CheckedDocument, checkDocument } from '../../files/check-document.ts'
import { contentTypes } from '../../files/kinds.ts'
import { files } from '../../files/tables.ts'
import { storeNewFile } from '../stored-files/new-file.ts'
import { deleteFile } from '../stored-files/remove-file.ts'
import { loadKycStatuses } from './items.ts'
import { requireOpen, submitItem } from './move.ts'
import { enqueueSandboxReview, verdictOnDocument } from './sandbox.ts'
import { sealName } from './seal-name.ts'

type Input = ParsedInput<typeof uploadDocument>

/** Checks that this document can be submitted now, before the file is read. */
export const mayUploadDocument = (context: MemberContext, { type }: Pick<Input, 'type'>) => requireOpen(context, type)

/**
 * Stores a document for review, sealed: documents are never served to a browser. The content is written before the
 * transaction, under an id we generate.
 */
export async function uploadDocumentHandler(
  unitOfWork: UploadUnitOfWork<MemberContext>,
  { type, document, documentId }: Input,
) {
  const checkedDocument = await checkDocument(unitOfWork.media, unitOfWork.owner, document as UploadedFile)
  const fileId = await storeNewFile(unitOfWork, checkedDocument.content)
  return unitOfWork.write((context) => storeDocument(context, { type, documentId, fileId, checkedDocument }))
}

interface NewDocument {
  type: Input['type']
  documentId: string | undefined
  fileId: string
  checkedDocument: CheckedDocument
}

async function storeDocument(context: MemberContext, { type, documentId, fileId, checkedDocument }: NewDocument) {
  const { tx, merchant, vault, realNow: now } = context
  const { name } = checkedDocument
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
    contentType: contentTypes[checkedDocument.kind],
    bytes: checkedDocument.content.length,
    createdAt: now,
  })
  if (before.fileId) await deleteFile(tx, merchant.id, before.fileId)
  await enqueueSandboxReview(context, type, verdictOnDocument(name))
  return loadKycStatuses(tx, merchant.id)
}
