import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { UploadedFile } from '@adire/contract/fields.ts'
import { limits } from '@adire/contract/limits.ts'
import type { uploadLogo } from '@adire/contract/merchants.ts'
import { eq } from 'drizzle-orm'
import type { MemberContext, UploadUnitOfWork } from '../../context.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { deleteLogo, type PictureKind, storePicture } from './pictures.ts'
import { retrieveMerchant } from './profile.ts'
import { merchants } from './tables.ts'

const logoKind: PictureKind = {
  field: 'logo',
  purpose: 'logo',
  maximumBytes: limits.logoBytes,
  width: limits.logoWidthPx,
  height: limits.logoHeightPx,
}

/** Allows the upload to every member. */
export const mayUploadLogo = async () => {}

export function uploadLogoHandler(
  unitOfWork: UploadUnitOfWork<MemberContext>,
  { logo }: ParsedInput<typeof uploadLogo>,
) {
  const file = logo as UploadedFile
  return storePicture(unitOfWork, logoKind, file, async (context, id) => {
    await replaceLogo(context, id)
    await recordAuditEvent(context, { action: 'logo.updated', object: file.name })
    return retrieveMerchant(context)
  })
}

export async function removeLogoHandler(context: MemberContext): Promise<void> {
  if (await lockLogo(context)) await recordAuditEvent(context, { action: 'logo.removed' })
  await replaceLogo(context, null)
}

/** Id of the business's logo. The business is locked. */
async function lockLogo({ tx, merchant }: MemberContext): Promise<string | null> {
  const [business] = await tx.select().from(merchants).where(eq(merchants.id, merchant.id)).for('no key update')
  return business!.logoFileId
}

/** Sets or removes the business's logo, and deletes the old file if no other business uses it. */
export async function replaceLogo(context: MemberContext, id: string | null): Promise<void> {
  const { tx, merchant } = context
  const old = await lockLogo(context)
  await tx.update(merchants).set({ logoFileId: id }).where(eq(merchants.id, merchant.id))
  // Going live copies the logo, so the business in the other mode may use the same file.
  const isShared =
    old && (await tx.select({ id: merchants.id }).from(merchants).where(eq(merchants.logoFileId, old)))[0]
  if (old && !isShared) await deleteLogo(tx, old)
}
