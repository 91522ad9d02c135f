import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { UploadedFile } from '@adire/contract/fields.ts'
import { limits } from '@adire/contract/limits.ts'
import type { uploadLogo } from '@adire/contract/merchants.ts'
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { MemberContext, UnitOfWork, UploadUnitOfWork } from '../../context.ts'
import { contentTypes, detectFileKind } from '../../files/kinds.ts'
import { files } from '../../files/tables.ts'
import { Problem, problem } from '../../http/problem.ts'
import type { Runtime } from '../../runtime.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { retrieveMerchant } from './profile.ts'
import { merchants } from './tables.ts'

/** Allows the upload to every member. */
export const mayUploadLogo = async () => {}

/** Stores the logo, cropped and re-encoded, so that metadata and other content of the file are removed. */
export async function uploadLogoHandler(
  unitOfWork: UploadUnitOfWork<MemberContext>,
  { logo }: ParsedInput<typeof uploadLogo>,
) {
  const { name, content } = logo as UploadedFile
  const picture = await readPicture(unitOfWork, content)
  const id = crypto.randomUUID()
  await unitOfWork.files.put(id, picture)
  try {
    const { old, merchant } = await unitOfWork.write(async (context) => {
      const { tx, now, merchant } = context
      await tx.insert(files).values({
        id,
        merchantId: merchant.id,
        purpose: 'logo',
        name,
        contentType: contentTypes.webp,
        bytes: picture.length,
        createdAt: now,
      })
      const old = await replaceLogo(context, id)
      await recordAuditEvent(context, { action: 'logo.updated', object: name })
      return { old, merchant: await retrieveMerchant(context) }
    })
    if (old) await unitOfWork.files.remove(old)
    return merchant
  } catch (error) {
    await unitOfWork.files.remove(id)
    throw error
  }
}

export async function removeLogoHandler(unitOfWork: UnitOfWork<MemberContext>) {
  const old = await unitOfWork.write(async (context) => {
    const { logoUrl } = await retrieveMerchant(context)
    if (logoUrl) await recordAuditEvent(context, { action: 'logo.removed' })
    return replaceLogo(context, null)
  })
  if (old) await unitOfWork.files.remove(old)
}

async function readPicture(
  { media, owner }: UploadUnitOfWork<MemberContext>,
  content: Uint8Array,
): Promise<Uint8Array> {
  if (content.length > limits.logoBytes)
    throw new Problem(413, 'file_too_large', 'The picture is larger than 2 MB', [
      { field: 'logo', message: 'The picture is larger than 2 MB' },
    ])
  const kind = detectFileKind(content)
  const picture =
    kind && kind !== 'pdf'
      ? await media.run<Uint8Array | undefined>([owner], 'logo', {
          content,
          width: limits.logoWidthPx,
          height: limits.logoHeightPx,
        })
      : undefined
  if (!picture) throw problem.field('logo', 'Choose a picture: PNG, JPG or WebP', 'not_a_picture')
  return picture
}

/** Sets or removes the business's logo. Returns the id of the old file if no other business uses it. */
async function replaceLogo({ tx, merchant }: MemberContext, id: string | null): Promise<string | null> {
  const [business] = await tx.select().from(merchants).where(eq(merchants.id, merchant.id)).for('no key update')
  const old = business!.logoFileId
  await tx.update(merchants).set({ logoFileId: id }).where(eq(merchants.id, merchant.id))
  // Going live copies the logo, so the business in the other mode may use the same file.
  const isShared =
    old && (await tx.select({ id: merchants.id }).from(merchants).where(eq(merchants.logoFileId, old)))[0]
  if (!old || isShared) return null
  await tx.delete(files).where(eq(files.id, old))
  return old
}

const fileName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/

/** `GET /logos/{id}.webp`. A new logo gets a new URL, so responses may be cached forever. */
export function serveLogos(app: FastifyInstance, { database, files: store }: Runtime): void {
  app.get<{ Params: { file: string } }>('/logos/:file', async (request, reply) => {
    const id = fileName.exec(request.params.file)?.[1]
    const isLogo = id !== undefined && (await database.read((tx) => findLogo(tx, id)))
    if (!isLogo) throw problem.notFound('picture')
    return reply
      .headers({ 'content-type': contentTypes.webp, 'cache-control': 'public, max-age=31536000, immutable' })
      .send(await store.get(id))
  })
}

async function findLogo(tx: MemberContext['tx'], id: string): Promise<boolean> {
  const found = await tx
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.id, id), eq(files.purpose, 'logo')))
  return found.length > 0
}
