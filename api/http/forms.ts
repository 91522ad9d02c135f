import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

/** Largest form of text fields, in bytes. */
const bodyLimit = 16 * 1024

/** Accepts url-encoded forms. */
export const acceptForms = (app: FastifyInstance) => app.register(formbody, { bodyLimit })

/**
 * Accepts multipart forms of text fields instead of uploads, in the scope of some routes. The upload library reads a form of any length from
 * the connection, so the body is read as a whole first, with the limit of url-encoded forms.
 */
export function acceptMultipartText(scope: FastifyInstance): void {
  scope.removeContentTypeParser('multipart/form-data')
  scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer', bodyLimit }, parseMultipart)
}

/** @throws malformed_form (400) */
async function parseMultipart({ headers }: FastifyRequest, body: Buffer): Promise<Record<string, unknown>> {
  const form = new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type']! } })
  try {
    return Object.fromEntries(await form.formData())
  } catch {
    throw new Problem(400, 'malformed_form', 'The form cannot be read')
  }
}
