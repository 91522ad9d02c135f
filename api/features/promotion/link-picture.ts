import { and, eq, ne } from 'drizzle-orm'
import type { MemberContext, UnitOfWork } from '../../context.ts'
import { files } from '../../files/tables.ts'
import { replaceLinkPicture } from '../payment-links/pictures.ts'
import { paymentLinks } from '../payment-links/tables.ts'
import { storeNewFile } from '../stored-files/new-file.ts'
import type { PromotionContext } from './promotable.ts'

/**
 * Copies the picture of a test link in the file store. A copy, because a deleted link deletes its picture. Returns the id of the copy;
 * undefined for a link without a picture.
 */
export async function copyLinkPicture(
  unitOfWork: UnitOfWork<MemberContext>,
  testMerchantId: string,
  linkId: string,
): Promise<string | undefined> {
  const pictureId = await unitOfWork.write(async ({ tx }) => {
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
  })
  if (!pictureId) return undefined
  return storeNewFile(unitOfWork, await unitOfWork.files.get(pictureId))
}

/** Sets the copied picture, or removes the one that the test link no longer has. */
export async function setLinkPicture(context: PromotionContext, id: string, testFileId: string | null): Promise<void> {
  const { tx, merchant, now, fileId } = context
  const [picture] = testFileId ? await tx.select().from(files).where(eq(files.id, testFileId)) : []
  const copied = picture && fileId
  if (copied) await tx.insert(files).values({ ...picture, id: fileId, merchantId: merchant.id, createdAt: now })
  await replaceLinkPicture(context, id, copied ? fileId : null)
}
