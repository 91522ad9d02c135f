import { and, eq, ne } from 'drizzle-orm'
import type { MemberContext, UnitOfWork } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { files } from '../../files/tables.ts'
import { replaceLinkPicture } from '../payment-links/pictures.ts'
import { paymentLinks } from '../payment-links/tables.ts'
import { storeNewFile } from '../stored-files/new-file.ts'
import { readUnlessDeleted } from '../stored-files/read-file.ts'
import { changedSinceReview, type PromotionContext, PromotionObstacle } from './promotable.ts'

/**
 * Copies the picture of a test link in the file store. A copy, because a deleted link deletes its picture. Returns the id of the copy;
 * undefined for a link without a picture, also if it was removed meanwhile.
 */
export async function copyLinkPicture(
  unitOfWork: UnitOfWork<MemberContext>,
  testMerchantId: string,
  linkId: string,
): Promise<string | undefined> {
  const findPictureId = () => unitOfWork.write(({ tx }) => selectPictureId(tx, testMerchantId, linkId))
  const pictureId = await findPictureId()
  if (!pictureId) return undefined
  const isThere = async () => (await findPictureId()) === pictureId
  const content = await readUnlessDeleted(unitOfWork.files, pictureId, isThere)
  return content && storeNewFile(unitOfWork, content)
}

async function selectPictureId(tx: Tx, testMerchantId: string, linkId: string) {
  const [link] = await tx
    .select({ pictureFileId: paymentLinks.pictureFileId })
    .from(paymentLinks)
    .where(
      and(
        eq(paymentLinks.merchantId, testMerchantId),
        eq(paymentLinks.id, linkId),
        ne(paymentLinks.status, 'archived'),
      ),
    )
  return link?.pictureFileId
}

/** Sets the copied picture, or removes the one that the test link no longer has. */
export async function setLinkPicture(context: PromotionContext, id: string, testFileId: string | null): Promise<void> {
  await replaceLinkPicture(context, id, testFileId && (await insertCopy(context, testFileId)))
}

async function insertCopy({ tx, merchant, now, fileId }: PromotionContext, testFileId: string): Promise<string> {
  const [picture] = await tx.select().from(files).where(eq(files.id, testFileId))
  // Another request may have replaced or removed the picture in Test Mode since the link was compared.
  if (!picture || !fileId) throw new PromotionObstacle(changedSinceReview)
  await tx.insert(files).values({ ...picture, id: fileId, merchantId: merchant.id, createdAt: now })
  return fileId
}
