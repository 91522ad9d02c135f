import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { UploadedFile } from '@adire/contract/fields.ts'
import { limits } from '@adire/contract/limits.ts'
import type { removePaymentLinkPicture, uploadPaymentLinkPicture } from '@adire/contract/payment-links.ts'
import type { MerchantContext, UploadUnitOfWork } from '../../context.ts'
import { announceTopic } from '../../jobs/announce.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { type PictureKind, storePicture } from '../merchants/pictures.ts'
import { deleteFile } from '../stored-files/remove-file.ts'
import { retrievePaymentLink } from './list.ts'
import { paymentLinks } from './tables.ts'
import { activeLinkCondition, lockPaymentLink } from './update.ts'

const linkPictureKind: PictureKind = {
  field: 'picture',
  purpose: 'payment_link',
  maximumBytes: limits.documentBytes,
  width: limits.linkPictureWidthPx,
  height: limits.linkPictureHeightPx,
}

/** Checks that the link exists, before the file is read. */
export async function mayUploadPaymentLinkPicture(context: MerchantContext, { id }: { id: string }) {
  await retrievePaymentLink(context, id)
}

export function uploadPaymentLinkPictureHandler(
  unitOfWork: UploadUnitOfWork<MerchantContext>,
  { id, picture }: ParsedInput<typeof uploadPaymentLinkPicture>,
) {
  return storePicture(unitOfWork, linkPictureKind, picture as UploadedFile, async (context, fileId) => {
    await replaceLinkPicture(context, id, fileId)
    return retrievePaymentLink(context, id)
  })
}

export async function removePaymentLinkPictureHandler(
  context: MerchantContext,
  { id }: ParsedInput<typeof removePaymentLinkPicture>,
) {
  await replaceLinkPicture(context, id, null)
  return retrievePaymentLink(context, id)
}

/** Sets or removes the picture of a link, and deletes its old file. */
export async function replaceLinkPicture(context: MerchantContext, id: string, fileId: string | null): Promise<void> {
  const link = await lockPaymentLink(context, id)
  const old = link.pictureFileId
  await context.tx.update(paymentLinks).set({ pictureFileId: fileId }).where(activeLinkCondition(context, id))
  if (old) await deleteFile(context.tx, context.merchant.id, old)
  if (old || fileId) {
    await announceTopic(context.tx, context.merchant.id, 'payments')
    const action = fileId ? 'payment_link.picture_updated' : 'payment_link.picture_removed'
    await recordAuditEvent(context, { action, object: link.name })
  }
}
