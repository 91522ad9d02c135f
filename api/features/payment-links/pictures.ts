import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { UploadedFile } from '@adire/contract/fields.ts'
import { limits } from '@adire/contract/limits.ts'
import type { removePaymentLinkPicture, uploadPaymentLinkPicture } from '@adire/contract/payment-links.ts'
import type { MerchantContext, UnitOfWork, UploadUnitOfWork } from '../../context.ts'
import { announceTopic } from '../../jobs/announce.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { deletePictureRow, type PictureKind, storePicture } from '../merchants/pictures.ts'
import { activeLinkCondition, lockPaymentLink } from './edit.ts'
import { retrievePaymentLink } from './list.ts'
import { paymentLinks } from './tables.ts'

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
    const old = await replaceLinkPicture(context, id, fileId)
    return { old, result: await retrievePaymentLink(context, id) }
  })
}

export async function removePaymentLinkPictureHandler(
  unitOfWork: UnitOfWork<MerchantContext>,
  { id }: ParsedInput<typeof removePaymentLinkPicture>,
) {
  const { old, link } = await unitOfWork.write(async (context) => ({
    old: await replaceLinkPicture(context, id, null),
    link: await retrievePaymentLink(context, id),
  }))
  if (old) await unitOfWork.files.remove(old)
  return link
}

/** Sets or removes the picture of a link. Returns the id of its old file. */
export async function replaceLinkPicture(
  context: MerchantContext,
  id: string,
  fileId: string | null,
): Promise<string | null> {
  const link = await lockPaymentLink(context, id)
  const old = link.pictureFileId
  await context.tx.update(paymentLinks).set({ pictureFileId: fileId }).where(activeLinkCondition(context, id))
  if (old) await deletePictureRow(context.tx, context.merchant.id, old)
  if (old || fileId) {
    await announceTopic(context.tx, context.merchant.id, 'payments')
    const action = fileId ? 'payment_link.picture_updated' : 'payment_link.picture_removed'
    await recordAuditEvent(context, { action, object: link.name })
  }
  return old
}
