import type { UploadedFile } from '@adire/contract/fields.ts'
import { limits } from '@adire/contract/limits.ts'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createSlots } from './gate.ts'
import { Problem } from './problem.ts'

/** Takes forms with one file of at most 5 MB and a few short fields. */
export const takeUploads = (app: FastifyInstance) =>
  app.register(multipart, {
    limits: { files: 1, fileSize: limits.documentBytes, fields: 10, fieldSize: 2_000, fieldNameSize: 100, parts: 11 },
  })

const tooLarge = () => new Problem(413, 'file_too_large', 'The file is larger than 5 MB')

/** How many uploads are read at once: for one business, and in all. Each is kept in memory until it is written. */
export const openUpload = createSlots({ each: 4, total: 40 })

/** The form's fields; a file as its name and its bytes. Nothing of it is written anywhere yet. */
export async function readForm(request: FastifyRequest): Promise<Record<string, string | UploadedFile>> {
  if (!request.isMultipart())
    throw new Problem(415, 'unsupported_media_type', 'Send a form, with content-type multipart/form-data')
  const fields: Record<string, string | UploadedFile> = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file')
        fields[part.fieldname] = { name: cleanFileName(part.filename), content: await part.toBuffer() }
      else fields[part.fieldname] = String(part.value)
    }
  } catch (error) {
    const code = (error as { code?: string }).code
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge()
    if (error instanceof Problem) throw error
    throw new Problem(400, 'malformed_form', 'The form cannot be read')
  }
  return fields
}

/** The last part of whatever the sender calls it, in one short line: shown to people, and never a path of ours. */
export const cleanFileName = (given: string | undefined) =>
  (given ?? '')
    .split(/[\\/]/)
    .at(-1)!
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .trim()
    .slice(0, 120) || 'file'
