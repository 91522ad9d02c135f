import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { files } from '../../files/tables.ts'
import { problem } from '../../http/problem.ts'
import type { Runtime } from '../../runtime.ts'
import { findStaffSession } from '../staff/session-state.ts'
import { readUnlessDeleted } from '../stored-files/read-file.ts'
import { openTicket } from './document-ticket.ts'

/**
 * Policy of a document: it loads nothing, runs nothing, and is of no origin, so that whatever a file contains reaches neither the back
 * office nor its session. Only pages of the back office may show it.
 */
const documentPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'"

/** Serves a document of a review or a dispute to the person who opened it, within a minute. Each opening was recorded before. */
export function serveReviewDocuments(app: FastifyInstance, runtime: Runtime): void {
  if (!runtime.config.servers.includes('operator')) return
  app.get<{ Params: { ticket: string } }>('/operator/documents/:ticket', async ({ params }, reply) => {
    const now = runtime.clock()
    const ticket = openTicket(runtime.vault, params.ticket, now)
    const person = ticket && (await findStaffSession(runtime.database, ticket.sessionId, now))
    if (!ticket || !person?.permissions.has(ticket.permission)) throw problem.notFound('address')
    const isFile = eq(files.id, ticket.fileId)
    const [file] = await runtime.database.read((tx) => tx.select().from(files).where(isFile))
    const isThere = () => runtime.database.readPrimary(async (tx) => (await tx.$count(files, isFile)) > 0)
    const content = file && (await readUnlessDeleted(runtime.files, file.id, isThere))
    // The business may have sent another one since.
    if (!content) throw problem.notFound('address')
    return reply
      .headers({
        'content-type': file.contentType,
        'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(file.name)}`,
        'content-security-policy': documentPolicy,
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      })
      .send(content)
  })
}
