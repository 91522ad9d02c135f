import { and, eq, ne } from 'drizzle-orm'
import type { MemberContext, UnitOfWork } from '../../context.ts'
import { files } from '../../files/tables.ts'
import { replaceLinkPicture } from '../payment-links/pictures.ts'
import { paymentLinks } from '../payment-links/tables.ts'
import type { PromotionContext } from './promotable.ts'

/**
 * Copies the picture of a test link in the file store. A copy, because a deleted link deletes its picture. Returns the id of the copy;
 * undefined for a link without a picture.
 */
export async function copyLinkPicture(
  { write, files: store }: UnitOfWork<MemberContext>,
  testMerchantId: string,
  linkId: string,
): Promise<string | undefined> {
  const pictureId = await write(async ({ tx }) => {
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
  const id = crypto.randomUUID()
  await store.put(id, await store.get(pictureId))
  return id
}

/** Sets the copied picture, or removes the one that the test link no longer has. Returns the id of a file that nothing uses any more. */
export async function setLinkPicture(
  context: PromotionContext,
  id: string,
  testFileId: string | null,
): Promise<string | null> {
  const { tx, merchant, now, fileId } = context
  const [picture] = testFileId ? await tx.select().from(files).where(eq(files.id, testFileId)) : []
  if (picture && fileId) {
    await tx.insert(files).values({ ...picture, id: fileId, merchantId: merchant.id, createdAt: now })
    return replaceLinkPicture(context, id, fileId)
  }
  return replaceLinkPicture(context, id, null)
}
