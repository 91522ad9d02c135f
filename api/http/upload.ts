import type { UploadedFile } from '@adire/contract/fields.ts'
import { limits } from '@adire/contract/limits.ts'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { cutText } from '../database/cut-text.ts'
import { createSlots } from './gate.ts'
import { Problem } from './problem.ts'

/** Accepts multipart forms with one file of at most `limits.documentBytes` (5 MB) and up to 10 short fields. */
export const acceptUploads = (app: FastifyInstance) =>
  app.register(multipart, {
    limits: { files: 1, fileSize: limits.documentBytes, fields: 10, fieldSize: 2_000, fieldNameSize: 100, parts: 11 },
  })

const tooLarge = () => new Problem(413, 'file_too_large', 'The file is larger than 5 MB')

/** Slots for uploads being read, per caller and in total. Each file is in memory until it is stored. */
export const openUpload = createSlots({ each: 4, total: 40 })

/**
 * The fields of a multipart form: text, or a file as name and bytes. Nothing is stored yet.
 * @throws unsupported_media_type (415), file_too_large (413), malformed_form (400)
 */
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

/** A file name for display: the last path segment, on one line, at most 120 characters. Never used as a path. */
export function cleanFileName(given: string | undefined): string {
  const name = (given ?? '').split(/[\\/]/).at(-1)!
  return cutText(name.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').trim(), 120) || 'file'
}
