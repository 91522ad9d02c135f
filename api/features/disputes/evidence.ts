import type { addEvidence, removeEvidence } from '@adire/contract/disputes.ts'
import { type EvidenceType, evidenceNames } from '@adire/contract/disputes.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { UploadedFile } from '@adire/contract/fields.ts'
import { and, eq } from 'drizzle-orm'
import type { MerchantContext, UploadUnitOfWork } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { type CheckedDocument, checkDocument } from '../../files/check-document.ts'
import { contentTypes } from '../../files/kinds.ts'
import { files } from '../../files/tables.ts'
import { problem } from '../../http/problem.ts'
import { storeNewFile } from '../stored-files/new-file.ts'
import { deleteFile } from '../stored-files/remove-file.ts'
import {
  announceDispute,
  appendDisputeEvent,
  type DisputeKey,
  findDispute,
  lockDispute,
  requireOpenDispute,
} from './move.ts'
import { retrieveDispute } from './serialize.ts'
import { disputeEvidence } from './tables.ts'

/**
 * Checks that evidence can be added now, before the file is read.
 * @throws 404 dispute_not_found, 409 dispute_answered or dispute_overdue
 */
export async function requireOpenForEvidence(
  context: MerchantContext,
  { id }: Pick<ParsedInput<typeof addEvidence>, 'id'>,
) {
  requireOpenDispute(context, await findDispute(context.tx, { merchantId: context.merchant.id, id }))
}

/**
 * Stores an evidence document, encrypted, for the payer's bank; it is never served to a browser. The file is written before the
 * transaction, under our own id.
 */
export async function addEvidenceHandler(
  unitOfWork: UploadUnitOfWork<MerchantContext>,
  given: ParsedInput<typeof addEvidence>,
) {
  const { id, evidenceType: type } = given
  const checkedDocument = await checkDocument(unitOfWork.media, unitOfWork.owner, given.document as UploadedFile)
  const fileId = await storeNewFile(unitOfWork, checkedDocument.content)
  return unitOfWork.write((context) => storeEvidence(context, { id, type, fileId, checkedDocument }))
}

interface NewEvidence {
  id: string
  type: EvidenceType
  fileId: string
  checkedDocument: CheckedDocument
}

async function storeEvidence(context: MerchantContext, { id, type, fileId, checkedDocument }: NewEvidence) {
  const { name } = checkedDocument
  const { tx, merchant, now } = context
  const { dispute } = await lockDispute(tx, { merchantId: merchant.id, id })
  requireOpenDispute(context, dispute)
  await deleteEvidence(tx, dispute, type)
  const bytes = checkedDocument.content.length
  await tx.insert(files).values({
    id: fileId,
    merchantId: merchant.id,
    purpose: 'dispute',
    name,
    contentType: contentTypes[checkedDocument.kind],
    bytes,
    createdAt: now,
  })
  await tx
    .insert(disputeEvidence)
    .values({ merchantId: merchant.id, disputeId: id, type, fileId, name, bytes, createdAt: now })
  await appendDisputeEvent(tx, dispute, now, 'evidence', `${evidenceNames[type]} added: ${name}`)
  await announceDispute(tx, dispute)
  return retrieveDispute(tx, dispute)
}

/** Deletes the document of this type. Returns whether there was one. */
async function deleteEvidence(tx: Tx, { merchantId, id }: DisputeKey, type: EvidenceType): Promise<boolean> {
  const [gone] = await tx
    .delete(disputeEvidence)
    .where(
      and(
        eq(disputeEvidence.merchantId, merchantId),
        eq(disputeEvidence.disputeId, id),
        eq(disputeEvidence.type, type),
      ),
    )
    .returning({ fileId: disputeEvidence.fileId })
  if (gone) await deleteFile(tx, merchantId, gone.fileId)
  return gone !== undefined
}

export async function removeEvidenceHandler(
  context: MerchantContext,
  { id, evidenceType }: ParsedInput<typeof removeEvidence>,
) {
  const { tx, merchant, now } = context
  const { dispute } = await lockDispute(tx, { merchantId: merchant.id, id })
  requireOpenDispute(context, dispute)
  if (!(await deleteEvidence(tx, dispute, evidenceType))) throw problem.notFound('paper')
  await appendDisputeEvent(tx, dispute, now, 'evidence', `${evidenceNames[evidenceType]} removed`)
  return retrieveDispute(tx, dispute)
}
