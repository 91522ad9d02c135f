import type { UploadedFile } from '@adire/contract/fields.ts'
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { MerchantContext, UploadUnitOfWork } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { contentTypes, detectFileKind } from '../../files/kinds.ts'
import { files } from '../../files/tables.ts'
import { Problem, problem } from '../../http/problem.ts'
import type { Runtime } from '../../runtime.ts'
import { storeNewFile } from '../stored-files/new-file.ts'
import { readUnlessDeleted } from '../stored-files/read-file.ts'
import { removeAfterCommit } from '../stored-files/remove-file.ts'

/** A kind of public picture: the field it is uploaded in, its largest file, and the size in pixels at which it is shown. */
export interface PictureKind {
  field: 'logo' | 'picture'
  purpose: 'logo' | 'payment_link'
  maximumBytes: number
  width: number
  height: number
}

/**
 * Stores an uploaded picture, cropped and re-encoded, so that metadata and other content of the file are removed. `attach` sets
 * it in the transaction that stores its row, and deletes the file that it replaces.
 * @throws file_too_large (413), not_a_picture (422)
 */
export async function storePicture<C extends MerchantContext, Result>(
  unitOfWork: UploadUnitOfWork<C>,
  kind: PictureKind,
  { name, content }: UploadedFile,
  attach: (context: C, fileId: string) => Promise<Result>,
): Promise<Result> {
  const picture = await cropPicture(unitOfWork, kind, content)
  const id = await storeNewFile(unitOfWork, picture)
  return unitOfWork.write(async (context) => {
    await context.tx.insert(files).values({
      id,
      merchantId: context.merchant.id,
      purpose: kind.purpose,
      name,
      contentType: contentTypes.webp,
      bytes: picture.length,
      createdAt: context.now,
    })
    return attach(context, id)
  })
}

async function cropPicture(
  { media, owner }: Pick<UploadUnitOfWork, 'media' | 'owner'>,
  { field, maximumBytes, width, height }: PictureKind,
  content: Uint8Array,
): Promise<Uint8Array> {
  if (content.length > maximumBytes) {
    const message = `The picture is larger than ${maximumBytes / 1024 / 1024} MB`
    throw new Problem(413, 'file_too_large', message, [{ field, message }])
  }
  const fileKind = detectFileKind(content)
  const picture =
    fileKind && fileKind !== 'pdf'
      ? await media.run<Uint8Array | undefined>([owner], 'crop', { content, width, height })
      : undefined
  if (!picture) throw problem.field(field, 'Choose a picture: PNG, JPG or WebP', 'not_a_picture')
  return picture
}

/** Deletes a logo that nothing uses any more; it may be of the test business. */
export async function deleteLogo(tx: Tx, fileId: string): Promise<void> {
  await tx.delete(files).where(eq(files.id, fileId))
  await removeAfterCommit(tx, fileId)
}

const fileName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.webp$/

/**
 * `GET /logos/{id}.webp` and `GET /pictures/{id}.webp`. The id is random, so nobody finds the picture of a page that they have not
 * been given. A new picture gets a new URL, so responses may be cached forever.
 */
export function servePictures(app: FastifyInstance, { database, files: store }: Runtime): void {
  const serve = (folder: string, purpose: PictureKind['purpose']) =>
    app.get<{ Params: { file: string } }>(`/${folder}/:file`, async (request, reply) => {
      const id = fileName.exec(request.params.file)?.[1]
      const isPicture = id !== undefined && (await database.read((tx) => hasPicture(tx, id, purpose)))
      if (!isPicture) throw problem.notFound('picture')
      // A replica may still have the row of a picture that was deleted.
      const isThere = () => database.readPrimary((tx) => hasPicture(tx, id, purpose))
      const content = await readUnlessDeleted(store, id, isThere)
      if (!content) throw problem.notFound('picture')
      return reply
        .headers({ 'content-type': contentTypes.webp, 'cache-control': 'public, max-age=31536000, immutable' })
        .send(content)
    })
  serve('logos', 'logo')
  serve('pictures', 'payment_link')
}

async function hasPicture(tx: Tx, id: string, purpose: PictureKind['purpose']): Promise<boolean> {
  const found = await tx
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.id, id), eq(files.purpose, purpose)))
  return found.length > 0
}
