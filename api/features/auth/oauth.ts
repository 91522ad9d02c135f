import { revokePath, tokenPath } from '@adire/contract/auth.ts'
import type { Mode } from '@adire/contract/call.ts'
import { hourMs, minuteMs } from '@adire/contract/durations.ts'
import { Email } from '@adire/contract/fields.ts'
import { messages } from '@adire/contract/messages.ts'
import { passkeyGrant } from '@adire/contract/passkeys.ts'
import OAuth2Server from '@node-oauth/oauth2-server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context, RequestOrigin } from '../../context.ts'
import { acceptMultipartText } from '../../http/forms.ts'
import { outageProblem, Problem } from '../../http/problem.ts'
import { requestOrigin } from '../../http/request-origin.ts'
import type { Runtime } from '../../runtime.ts'
import { isWebClient, parseBasicClient } from './oauth-clients.ts'
import { serveOauthMetadata } from './oauth-metadata.ts'
import { revokeToken } from './oauth-revoke.ts'
import { checkPasskey } from './passkey-sign-in.ts'
import { issueRefreshToken, refreshTokenMs, useRefreshToken } from './refresh-tokens.ts'
import { touchSession } from './sessions.ts'
import { checkPassword, completeSignIn, SecondFactorRequired, type SignInProof, wrongPassword } from './sign-in.ts'

const accessTokenMs = 15 * minuteMs
const clientTokenMs = hourMs

/** Serves `POST oauth/token` on both core servers: password, passkey, refresh_token and client_credentials (RFC 6749), `POST oauth/revoke` (RFC
 * 7009), and the metadata of both (RFC 8414). The form may be multipart, too. */
export function serveTokens(app: FastifyInstance, runtime: Runtime): void {
  app.register(async (scope) => {
    acceptMultipartText(scope)
    scope.addHook('preSerialization', async (_request, { statusCode }, body) => toOauthError(statusCode, body))
    for (const mode of ['TEST', 'LIVE'] as const)
      if (runtime.config.servers.includes(`${mode === 'TEST' ? 'test' : 'live'}-core`)) {
        const core = `/${mode.toLowerCase()}/core`
        scope.post(`${core}/${tokenPath}`, (request, reply) => issueToken(runtime, mode, request, reply))
        scope.post(`${core}/${revokePath}`, (request, reply) => revokeToken(runtime, request, reply))
      }
  })
  serveOauthMetadata(app, runtime)
}

/** An error from before the handler, such as a body that cannot be read, with the fields of RFC 6749 besides its own. */
function toOauthError(status: number, body: unknown): unknown {
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown }
  if (status < 400 || code === undefined) return body
  const error = status < 500 ? 'invalid_request' : status === 503 ? 'temporarily_unavailable' : 'server_error'
  return { ...(body as object), error, error_description: message }
}

async function issueToken(runtime: Runtime, mode: Mode, request: FastifyRequest, reply: FastifyReply) {
  const given = Object.entries((request.body ?? {}) as Record<string, unknown>)
  const form = Object.fromEntries(given.filter((field): field is [string, string] => typeof field[1] === 'string'))
  const oauth = new OAuth2Server({ model: model(runtime, mode, requestOrigin(request), form) as never })
  const requestedScope = new OAuth2Server.Request({
    method: 'POST',
    query: {},
    headers: { ...(request.headers as Record<string, string>), ...clientNamed(request), ...formType(request) },
    // The library knows no other grant of users than that of passwords, and calls `getUser` of the model for it.
    body: form.grant_type === passkeyGrant ? { ...form, ...passkeyForm } : form,
  })
  const tokenResponse = new OAuth2Server.Response()
  try {
    await oauth.token(requestedScope, tokenResponse, {
      accessTokenLifetime: accessTokenMs / 1000,
      refreshTokenLifetime: refreshTokenMs / 1000,
      alwaysIssueNewRefreshToken: true,
      allowExtendedTokenAttributes: true,
    })
    return reply.code(200).header('pragma', 'no-cache').send(tokenResponse.body)
  } catch (error) {
    return sendTokenError(error, reply, request)
  }
}

/** Basic auth of the client, decoded as the library expects it. */
function clientNamed(request: FastifyRequest): { authorization?: string } {
  const client = parseBasicClient(request)
  return client ? { authorization: `Basic ${Buffer.from(client.join(':')).toString('base64')}` } : {}
}

/** The OAuth library takes url-encoded forms only. A multipart form was parsed before. */
const formType = ({ headers }: FastifyRequest): { 'content-type'?: string } =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')
    ? { 'content-type': 'application/x-www-form-urlencoded' }
    : {}

function sendTokenError(thrown: unknown, reply: FastifyReply, request: FastifyRequest) {
  const oauthError = thrown as { name: string; code: number; message: string; inner?: unknown }
  const inner = outageProblem(oauthError.inner) ?? oauthError.inner
  const error = inner instanceof Problem ? inner : oauthError
  if (error instanceof Problem)
    return reply
      .code(error.status)
      .headers(error.headers)
      .send({
        error: error.code,
        error_description: error.message,
        ...(error instanceof SecondFactorRequired && { factors: error.factors }),
      })
  if (oauthError.code === undefined || oauthError.code >= 500 || oauthError.code === 503) {
    const err = oauthError.inner instanceof Error ? oauthError.inner : thrown
    request.log.error({ requestId: request.id, err }, 'token request broke')
    return reply.code(500).send({ error: 'server_error', error_description: messages.tryAgainLater })
  }
  if (oauthError.code === 401) reply.header('www-authenticate', 'Basic realm="adire"')
  return reply.code(oauthError.code).send({ error: oauthError.name, error_description: oauthError.message })
}

const passkeyForm = { grant_type: 'password', username: 'passkey', password: 'passkey' }

interface Subject {
  id: string
  email: string
  sessionId: string
  /** What was checked at sign-in; absent when a session is renewed. */
  proof?: SignInProof
  /** The hash of the refresh token that is exchanged; absent at sign-in. */
  replaces?: string
}

interface TokenDraft {
  accessToken: string
  accessTokenExpiresAt?: Date
  refreshToken?: string
  refreshTokenExpiresAt?: Date
  scope?: string[]
}

/** Hooks of the OAuth library. Refresh tokens rotate. */
function model(
  runtime: Runtime,
  mode: Mode,
  origin: RequestOrigin,
  { grant_type, assertion, code, scope: requestedScope }: Record<string, string>,
) {
  const { config, vault, signer, clock } = runtime
  const write = <T>(callback: (context: Context) => Promise<T>) =>
    runtime.database.write((tx) => {
      const now = clock()
      return callback({ tx, mode, now, realNow: now, config, vault, origin })
    })
  const grants = ['password', 'refresh_token', 'client_credentials']
  const isClientSubject = (user: Subject | { client: true }): user is { client: true } => 'client' in user
  return {
    getClient: async (id: string, secret: string | null) => (isWebClient(config, id, secret) ? { id, grants } : false),
    getUser: async (username: string, password: string) => {
      requireScope(requestedScope)
      if (grant_type === passkeyGrant) return checkPasskey(runtime, assertion, origin)
      return checkPassword(runtime, { email: parseUsername(username), password, code }, origin)
    },
    getUserFromClient: async () => ({ client: true }),
    validateScope: async (user: Subject | { client: true }, _client: unknown, scope: string[] | undefined) =>
      isClientSubject(user) ? ['client'] : (scope ?? ['profile']).every((name) => name === 'profile') && ['profile'],
    generateAccessToken: async (client: { id: string }, user: Subject | { client: true }) =>
      isClientSubject(user)
        ? signer.sign({ sub: client.id, scope: 'client' }, new Date(clock().getTime() + clientTokenMs))
        : signer.sign(
            { sub: user.id, user_name: user.email, scope: 'profile', sid: user.sessionId },
            new Date(clock().getTime() + accessTokenMs),
          ),
    generateRefreshToken: async () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url'),
    saveToken: async (token: TokenDraft, client: object, user: Subject | { client: true }) => {
      const accessTokenExpiresAt = new Date(Date.now() + clientTokenMs)
      if (isClientSubject(user)) return { ...token, accessTokenExpiresAt, refreshToken: undefined, client, user }
      await write(async (context) => {
        const { tx, now } = context
        const { proof } = user
        if (proof) await completeSignIn(context, { ...user, proof })
        else await touchSession(tx, user.sessionId, origin, now)
        await issueRefreshToken(tx, user, token.refreshToken!, now)
      })
      return { ...token, client, user }
    },
    getRefreshToken: async (refreshToken: string) => {
      requireScope(requestedScope)
      const found = await useRefreshToken(write, refreshToken)
      return found && { ...found, client: { id: config.webClient.id, grants } }
    },
    // `getRefreshToken` has used it up already, in one transaction.
    revokeToken: async () => true,
    getAccessToken: async () => false,
    verifyScope: async () => true,
  }
}

/** Parses the username. An invalid email gets the same error as a wrong password. */
function parseUsername(username: string): string {
  const email = Email.safeParse(username)
  if (!email.success) throw wrongPassword()
  return email.data
}

/** Rejects an unknown scope before a password is checked or a token is used up: it costs and reveals nothing. */
function requireScope(requestedScope: string | undefined): void {
  if (requestedScope && requestedScope.trim() !== 'profile')
    throw new OAuth2Server.InvalidScopeError('Invalid scope: the scope is profile')
}
