import { eq } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Runtime } from '../../runtime.ts'
import { hashToken } from './hash-token.ts'
import { isWebClient, parseBasicClient } from './oauth-clients.ts'
import { endSessions, evictSessions } from './sessions.ts'
import { refreshTokens, sessions } from './tables.ts'

/**
 * Revokes a refresh or access token (RFC 7009) by ending its session, which ends all tokens of the session. An unknown token gets the
 * same response, as the RFC requires.
 */
export async function revokeToken(runtime: Runtime, request: FastifyRequest, reply: FastifyReply) {
  const { token, client_id, client_secret } = (request.body ?? {}) as Record<string, unknown>
  const [id, secret] = parseBasicClient(request) ?? [client_id, client_secret]
  if (!isWebClient(runtime.config, id as string, secret as string))
    return reply
      .code(401)
      .header('www-authenticate', 'Basic realm="adire"')
      .send({ error: 'invalid_client', error_description: 'Invalid client: client is invalid' })
  if (typeof token !== 'string' || token === '')
    return reply.code(400).send({ error: 'invalid_request', error_description: 'Missing parameter: `token`' })
  const sessionId =
    (await sessionOfRefreshToken(runtime, token)) ?? (await runtime.signer.read(token, runtime.clock()))?.sid
  if (sessionId)
    evictSessions(
      await runtime.database.write((tx) =>
        endSessions(tx, [eq(sessions.id, sessionId)], 'signed_out', runtime.clock()),
      ),
    )
  return reply.code(200).send()
}

async function sessionOfRefreshToken({ database }: Runtime, token: string): Promise<string | undefined> {
  const [found] = await database.readPrimary((tx) =>
    tx
      .select({ sessionId: refreshTokens.sessionId })
      .from(refreshTokens)
      .where(eq(refreshTokens.hash, hashToken(token))),
  )
  return found?.sessionId
}
