import type { Mode } from '@adire/contract/call.ts'
import { type Endpoint, isForMerchant } from '@adire/contract/endpoint.ts'
import type { SignedInUser, UsedKey } from '../context.ts'
import { isApiKey } from '../features/auth/api-key.ts'
import { findKeyState } from '../features/auth/key-state.ts'
import { findSessionState } from '../features/auth/session-state.ts'
import type { Runtime } from '../runtime.ts'
import { problem } from './problem.ts'

/** The authenticated caller, and the merchant it acts for. */
export interface ApiCaller {
  user?: SignedInUser
  merchant?: { id: string }
  apiKey?: UsedKey
  /** Expiry of the access token. */
  until?: Date
  /** Identifies the caller in limits and idempotency keys. */
  name: string
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Authenticates a bearer token for an endpoint's access level.
 * @throws unauthenticated (401) without a valid token or session, validation_error (400) without a `merchantId`,
 * business_not_found (404) for a merchant of another user or mode (so that ids cannot be probed), forbidden (403) for API keys
 */
export async function identifyCaller(
  runtime: Runtime,
  mode: Mode,
  endpoint: Endpoint,
  authorization: string | undefined,
  merchantId: unknown,
): Promise<ApiCaller> {
  if (endpoint.access === 'public') return { name: 'public' }
  const token = authorization?.startsWith('Bearer ') ? authorization.slice(7) : undefined
  if (isApiKey(token)) return identifyKey(runtime, mode, endpoint, token, merchantId)
  const claims = token === undefined ? undefined : await runtime.signer.read(token, runtime.clock())
  if (!claims) throw problem.unauthenticated()
  if (endpoint.access === 'client') return { name: `client:${claims.sub}` }
  if (!claims.sid) throw problem.unauthenticated()

  const named = isForMerchant(endpoint) ? merchantId : undefined
  const namedMerchantId = typeof named === 'string' && uuid.test(named) ? named : undefined
  const sessionState = await findSessionState(runtime.database, claims.sid, namedMerchantId)
  if (!sessionState) throw problem.unauthenticated('Your session has ended, sign in to continue')
  const user: SignedInUser = { id: claims.sub, email: sessionState.email, sessionId: claims.sid }
  if (endpoint.access === 'user') return { user, name: `user:${user.id}` }
  if (named === undefined) throw problem.invalid([{ field: 'merchantId', message: 'Say which business this is for' }])
  if (namedMerchantId === undefined || sessionState.merchantMode !== mode) throw problem.notFound('business')
  return {
    user,
    merchant: { id: namedMerchantId },
    name: `merchant:${namedMerchantId}`,
    until: new Date(claims.exp * 1000),
  }
}

/**
 * Authenticates an API key. A secret key acts for its own business, in its own mode, on endpoints open to keys.
 * `merchantId` is optional; another business than the key's is not found.
 * @throws unauthenticated (401), business_not_found (404), forbidden (403) on member endpoints and for public keys
 */
async function identifyKey(
  runtime: Runtime,
  mode: Mode,
  endpoint: Endpoint,
  token: string,
  merchantId: unknown,
): Promise<ApiCaller> {
  const key = await findKeyState(runtime.database, token, runtime.clock())
  if (!key || key.mode !== mode || endpoint.access === 'client' || endpoint.access === 'user')
    throw problem.unauthenticated(key ? 'A key cannot be used here' : undefined)
  if (merchantId !== undefined && merchantId !== key.merchantId) throw problem.notFound('business')
  if (endpoint.access === 'member') throw problem.forbidden('Sign in to the dashboard for this: a key may not do it')
  if (key.kind === 'public')
    throw problem.forbidden('Use your secret key: a public key names a business and opens nothing')
  const merchant = { id: key.merchantId }
  return { merchant, apiKey: { id: key.id, last4: token.slice(-4) }, name: `merchant:${merchant.id}` }
}
