import { renewStaffSession, signInStaff, signOutStaff, staffLimits } from '@adire/contract/back-office/staff.ts'
import { signInStaffByPasskey } from '@adire/contract/back-office/staff-passkeys.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem, problem } from '../../http/problem.ts'
import { validateInput } from '../../http/read-input.ts'
import { requestOrigin } from '../../http/request-origin.ts'
import type { Runtime } from '../../runtime.ts'
import { signInByPasskey } from './passkey-sign-in.ts'
import { renewAccessToken, signIn, signOut } from './sign-in.ts'

const prefix = '/operator/api'
const cookieName = 'adire_staff'

/** Endpoints that set or read the cookie of a session, which scripts cannot read. Access tokens are only in memory of the page. */
export const sessionEndpoints = [signInStaff, signInStaffByPasskey, renewStaffSession, signOutStaff]

/** Serves the sign-in to the back office, the renewal of its access token, and the sign-out. */
export function serveStaffSessions(app: FastifyInstance, runtime: Runtime): void {
  const setCookie = (reply: FastifyReply, value: string, seconds: number) =>
    reply.header(
      'set-cookie',
      [
        `${cookieName}=${value}`,
        `Path=${prefix}/session`,
        'HttpOnly',
        'SameSite=Strict',
        `Max-Age=${seconds}`,
        ...(runtime.config.publicUrl.startsWith('https:') ? ['Secure'] : []),
      ].join('; '),
    )

  app.post(`${prefix}/${signInStaff.path}`, async (request, reply) => {
    requireSamePage(request)
    const { cookieSecret, ...outcome } = {
      cookieSecret: undefined,
      ...(await signIn(runtime, validateInput(signInStaff, bodyOf(request)), requestOrigin(request))),
    }
    if (cookieSecret !== undefined) setCookie(reply, cookieSecret, staffLimits.sessionMs / 1000)
    return reply.send(outcome)
  })

  app.post(`${prefix}/${signInStaffByPasskey.path}`, async (request, reply) => {
    requireSamePage(request)
    const given = validateInput(signInStaffByPasskey, bodyOf(request))
    const { cookieSecret, ...outcome } = await signInByPasskey(runtime, given, requestOrigin(request))
    setCookie(reply, cookieSecret, staffLimits.sessionMs / 1000)
    return reply.send(outcome)
  })

  app.post(`${prefix}/${renewStaffSession.path}`, async (request, reply) => {
    requireSamePage(request)
    const cookie = readCookie(request)
    const accessToken = cookie && (await renewAccessToken(runtime, cookie, requestOrigin(request)))
    if (!accessToken) throw problem.unauthenticated()
    return reply.send({ accessToken })
  })

  app.delete(`${prefix}/${signOutStaff.path}`, async (request, reply) => {
    requireSamePage(request)
    const cookie = readCookie(request)
    if (cookie) await signOut(runtime, cookie, requestOrigin(request))
    setCookie(reply, '', 0)
    return reply.code(204).send()
  })
}

/** Rejects requests that another site starts, besides what SameSite=Strict does. */
function requireSamePage({ headers, method }: FastifyRequest): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Problem(403, 'forbidden', 'Open the back office itself to sign in')
  if (method === 'POST' && !/^application\/json\b/i.test(headers['content-type'] ?? ''))
    throw new Problem(415, 'unsupported_media_type', 'Send JSON, with content-type application/json')
}

function bodyOf({ body }: FastifyRequest): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw problem.invalid([{ field: '', message: 'Send a JSON object' }])
  return body as Record<string, unknown>
}

const readCookie = ({ headers: { cookie = '' } }: FastifyRequest): string | undefined =>
  new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{20,100})(?:;|$)`).exec(cookie)?.[1]
