import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { UploadedFile } from '@adire/contract/fields.ts'
import { limits } from '@adire/contract/limits.ts'
import type { uploadLogo } from '@adire/contract/merchants.ts'
import { eq } from 'drizzle-orm'
import type { MemberContext, UploadUnitOfWork } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { files } from '../../files/tables.ts'
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
  if (await replaceLogo(context, null)) await recordAuditEvent(context, { action: 'logo.removed' })
}

/**
 * Sets or removes the business's logo, and deletes the old file if no other business uses it. Returns the id of the old file. The business
 * is locked.
 */
export async function replaceLogo({ tx, merchant }: MemberContext, id: string | null): Promise<string | null> {
  const isBusiness = eq(merchants.id, merchant.id)
  const [business] = await tx.select().from(merchants).where(isBusiness).for('no key update')
  const old = business!.logoFileId
  await tx.update(merchants).set({ logoFileId: id }).where(isBusiness)
  // Going live copies the logo, so the business in the other mode may use the same file.
  if (old && (await lockLogoFile(tx, old)) && !(await isLogo(tx, old))) await deleteLogo(tx, old)
  return old
}

const isLogo = async (tx: Tx, fileId: string) =>
  (await tx.select({ id: merchants.id }).from(merchants).where(eq(merchants.logoFileId, fileId))).length > 0

/**
 * Locks the file of a logo that both modes may use: if both replace it at once, the second finds what the first has changed. Returns whether
 * the file still exists.
 */
export const lockLogoFile = async (tx: Tx, fileId: string): Promise<boolean> =>
  (await tx.select({ id: files.id }).from(files).where(eq(files.id, fileId)).for('update')).length > 0
