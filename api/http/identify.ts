import type { Mode } from '@adire/contract/call.ts'
import { type Endpoint, isForMerchant } from '@adire/contract/endpoint.ts'
import { listMerchants } from '@adire/contract/merchants.ts'
import { isViewable, type Permission } from '@adire/contract/permissions.ts'
import { getUser } from '@adire/contract/users.ts'
import type { SignedInStaff, SignedInUser, UsedKey } from '../context.ts'
import { isApiKey } from '../features/auth/api-key.ts'
import { findKeyState } from '../features/auth/key-state.ts'
import { findSessionState } from '../features/auth/session-state.ts'
import { findViewState, type ViewKey } from '../features/auth/view-state.ts'
import type { Runtime } from '../runtime.ts'
import { readBearerToken } from './bearer-token.ts'
import { isInNetworks } from './network.ts'
import { Problem, problem } from './problem.ts'

/** The authenticated caller, and the merchant it acts for. */
export interface ApiCaller {
  user?: SignedInUser
  merchant?: { id: string }
  apiKey?: UsedKey
  staff?: SignedInStaff
  /** A person of the provider who views the dashboard: only reading is possible. */
  isViewing?: true
  /** Expiry of the access token. */
  until?: Date
  /** Identifies the caller in limits and idempotency keys. */
  name: string
  /** Permissions of a member or key; undefined for a key that may do everything that keys can do. A view has none: it is shown no secrets. */
  permissions?: ReadonlySet<Permission>
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const noKey = 'No API key was sent. Send it in the header Authorization: Bearer sk_test_…'

/** What a request says about its caller. */
export interface Credentials {
  authorization: string | undefined
  ip: string
  /** The business that the request names. */
  merchantId: unknown
}

/**
 * Authenticates a bearer token for an endpoint's access level, and checks the endpoint's permission.
 * @throws unauthenticated (401) without a valid token or session, key_unknown or key_of_other_mode (401), forbidden (403) for API keys,
 * validation_error (400) without a `merchantId`, business_not_found (404) for a merchant of another user or mode (so that ids cannot be
 * probed), second_factor_required (403), permission_missing (403), network_not_allowed (403) for a key used from elsewhere than its networks
 */
export async function identifyCaller(
  runtime: Runtime,
  mode: Mode,
  endpoint: Endpoint,
  credentials: Credentials,
): Promise<ApiCaller> {
  if (endpoint.access === 'public') return { name: 'public' }
  const { authorization, merchantId } = credentials
  const token = readBearerToken(authorization)
  if (token !== undefined && /^[sp]k_/.test(token)) return identifyKey(runtime, mode, endpoint, token, credentials)
  const claims = token === undefined ? undefined : await runtime.signer.read(token, runtime.clock())
  const view = token === undefined || claims ? undefined : await runtime.signer.read(token, runtime.clock(), 'view')
  if (view?.sid && view.merchant_id)
    return identifyViewer(runtime, mode, endpoint, { id: view.sid, merchantId: view.merchant_id }, merchantId)
  if (!claims) throw problem.unauthenticated(token === undefined && endpoint.access === 'merchant' ? noKey : undefined)
  if (endpoint.access === 'client') return { name: `client:${claims.sub}` }
  if (!claims.sid) throw problem.unauthenticated()

  const named = isForMerchant(endpoint) ? merchantId : undefined
  const namedMerchantId = typeof named === 'string' && uuid.test(named) ? named : undefined
  const sessionState = await findSessionState(runtime.database, claims.sid, namedMerchantId)
  if (!sessionState) throw problem.unauthenticated('Your session has ended, sign in to continue')
  const user: SignedInUser = { id: claims.sub, email: sessionState.email, sessionId: claims.sid }
  if (endpoint.access === 'user') return { user, name: `user:${user.id}` }
  if (named === undefined)
    throw problem.invalid([{ field: 'merchantId', message: 'Set merchantId to the business of this request' }])
  if (namedMerchantId === undefined || sessionState.merchantMode !== mode) throw problem.notFound('business')
  const { permissions, isSecondFactorMissing } = sessionState
  if (isSecondFactorMissing) throw secondFactorRequired()
  if (endpoint.permission && !permissions.has(endpoint.permission))
    throw permissionMissing('Your role', endpoint.permission)
  return {
    user,
    merchant: { id: namedMerchantId },
    name: `merchant:${namedMerchantId}`,
    permissions,
    until: new Date(claims.exp * 1000),
  }
}

/** What a view reads of the owner's own account: what the dashboard needs to start. */
const viewedOfUser: readonly Endpoint[] = [getUser, listMerchants]

/**
 * Identifies a person of the provider who views the dashboard of one business. Nothing but reading is possible, whatever the permissions of
 * the owner are.
 * @throws unauthenticated (401) after the end of the view, forbidden (403) for everything but reading, business_not_found (404) for other businesses
 */
async function identifyViewer(
  runtime: Runtime,
  mode: Mode,
  endpoint: Endpoint,
  key: ViewKey,
  merchantId: unknown,
): Promise<ApiCaller> {
  const { access, method, permission, downloads } = endpoint
  const view = await findViewState(runtime.database, key, runtime.clock())
  if (!view) throw problem.unauthenticated('This view has ended. Open it again in the back office')
  const isAllowed = isForMerchant(endpoint)
    ? permission === undefined || isViewable(permission)
    : access === 'user' && viewedOfUser.includes(endpoint)
  if (method !== 'GET' || downloads || !isAllowed)
    throw problem.forbidden('You view this dashboard for the provider: nothing can be changed, and secrets are hidden')
  const user: SignedInUser = { id: view.userId, email: view.email, sessionId: key.id }
  const name = `view:${key.id}`
  if (access === 'user') return { user, name, isViewing: true }
  if (merchantId !== view.merchantId || view.mode !== mode) throw problem.notFound('business')
  const until = new Date(runtime.clock().getTime() + streamMs)
  return { user, merchant: { id: view.merchantId }, name, isViewing: true, until, permissions: new Set() }
}

/** After this, a stream of changes is opened again, and the view checked. */
const streamMs = 60_000

/**
 * Authenticates an API key. A secret key acts for its own business, in its own mode, on endpoints open to keys.
 * `merchantId` is optional; another business than the key's is not found.
 * @throws key_unknown, key_of_other_mode (401), business_not_found (404), forbidden (403) on endpoints for users and for public keys,
 * permission_missing and network_not_allowed (403) for a restricted key
 */
async function identifyKey(
  runtime: Runtime,
  mode: Mode,
  endpoint: Endpoint,
  token: string,
  { merchantId, ip }: Credentials,
): Promise<ApiCaller> {
  const key = isApiKey(token) ? await findKeyState(runtime.database, token, runtime.clock()) : undefined
  if (!key)
    throw problem.unauthenticated(`There is no API key ${maskKey(token)}, or it was revoked or replaced`, 'key_unknown')
  if (key.mode !== mode) throw problem.unauthenticated(otherModeText(key.mode, mode), 'key_of_other_mode')
  if (!isForMerchant(endpoint) || endpoint.access === 'member')
    throw problem.forbidden('An API key cannot do this. Sign in to the dashboard')
  if (merchantId !== undefined && merchantId !== key.merchantId) throw problem.notFound('business')
  if (key.kind === 'public') throw problem.forbidden('A public key cannot do this. Use your secret key')
  if (key.networks && !isInNetworks(key.networks, ip))
    throw new Problem(403, 'network_not_allowed', `This key may not be used from the address ${ip}`)
  if (endpoint.permission && key.permissions && !key.permissions.includes(endpoint.permission))
    throw permissionMissing('This key', endpoint.permission)
  const merchant = { id: key.merchantId }
  return {
    merchant,
    apiKey: { id: key.id, last4: token.slice(-4) },
    name: `merchant:${merchant.id}`,
    ...(key.permissions && { permissions: new Set(key.permissions) }),
  }
}

const secondFactorRequired = () =>
  new Problem(
    403,
    'second_factor_required',
    'This business requires a second factor of its members. Set up a passkey or an authenticator app in your profile',
  )

const permissionMissing = (whose: string, permission: Permission) =>
  new Problem(
    403,
    'permission_missing',
    `${whose} does not include the permission ${permission}. Ask the owner or an admin of the business`,
  )

/** A key as people may see it: its prefix and its last four characters, `sk_test_…Xy3f`. */
function maskKey(token: string): string {
  const [, prefix = '', rest = ''] = /^([sp]k_(?:(?:test|live)_)?)(.*)$/.exec(token) ?? []
  return `${prefix}…${rest.replace(/\W/g, '').slice(-4)}`
}

const otherModeText = (keyMode: Mode, mode: Mode) =>
  `This is a ${keyMode.toLowerCase()} key, but the URL is of ${mode.toLowerCase()} mode (/${mode.toLowerCase()}/…). ` +
  `Use a key sk_${mode.toLowerCase()}_…, or a URL with /${keyMode.toLowerCase()}/`
