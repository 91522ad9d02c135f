import { passwordTypeHeader, type SecondFactor, tokenPath } from '@adire/contract/auth.ts'
import type { TokenError, TokenResponse } from '@adire/contract/auth-schemas.ts'
import { CallError, callEndpoint } from '@adire/contract/call.ts'
import { logOut } from '@adire/contract/users.ts'
import { getConfig } from './config.ts'
import { deleteKeptForms } from './kept-forms.ts'
import {
  announceSignOut,
  clearSession,
  getSession,
  getTokens,
  readStored,
  storeClientToken,
  storeSession,
  tokenExpiry,
} from './session.ts'
import { removeWorker } from './worker.ts'

const timeoutMs = 30_000
/** A token is renewed when less than this remains. */
const marginMs = 60_000
const retryMs = 15_000

/** Signs in by password. `code` is the second factor, sent after the server required it. @throws as `signInWith` */
export function signIn({ email, password, code }: { email: string; password: string; code?: string }) {
  const username = email.trim().toLowerCase()
  return signInWith({ grant_type: 'password', username, password, ...(code !== undefined && { code }) })
}

/** A right password whose user has a second factor. */
export class SecondFactorRequired extends CallError {
  factors: readonly SecondFactor[] = []
}

/** Signs in with a grant of the token endpoint. On failure the previous session is cleared (S4-02), but not one that has begun meanwhile:
 * the offer of a passkey may fail after the password was accepted.
 * @throws {CallError} with the server's `error_description`, or with an empty message if there was no response. */
export async function signInWith(grant: Record<string, string>): Promise<void> {
  const before = getTokens().accessToken
  try {
    await storeTokens(await requestToken({ scope: 'profile', ...grant }))
  } catch (error) {
    if (getTokens().accessToken === before) await clearSession()
    throw error
  }
}

/** Signs out here and in the other tabs. If the server can't be reached, its tokens expire on their own. */
export async function signOut(): Promise<void> {
  try {
    const { servers } = await getConfig()
    const baseUrl = () => servers[getSession().mode].core
    await callEndpoint({ baseUrl, token: () => accessToken(), headers: passwordTypeHeader }, logOut, {})
  } catch (error) {
    if (!(error instanceof CallError) && !(error instanceof TypeError)) console.error(error)
  }
  announceSignOut()
  await Promise.all([clearSession(), removeWorker()])
  deleteKeptForms()
}

/** The user's access token, renewed if it is about to expire. */
export async function accessToken(): Promise<string | undefined> {
  const { accessToken: token } = getTokens()
  if (token && tokenExpiry(token) * 1000 - Date.now() < marginMs / 2) await renewTokens(token)
  return getTokens().accessToken
}

/** The OAuth client's own token, for calls before sign-in. */
export async function clientToken(): Promise<string> {
  const { clientToken: token } = getTokens()
  if (token && tokenExpiry(token) * 1000 - Date.now() > marginMs / 2) return token
  const { access_token } = await requestToken({ grant_type: 'client_credentials' })
  await storeClientToken(access_token)
  return access_token
}

/** Exchanges the refresh token. One tab at a time, because a refresh token used twice may end the session; tabs that waited
 * use the new tokens. If the server rejects it (400, 401), the user is signed out.
 * @throws {CallError} on any other failure, with status 0 if there was no response; nothing changes then. */
export function renewTokens(stale: string): Promise<void> {
  const once = async () => {
    // A new session that is still being stored must not be read: there would be none.
    if (getTokens().accessToken === stale) await readStored()
    const { accessToken: current, refreshToken } = getTokens()
    if (!current || current !== stale) return
    if (!refreshToken) return clearSession()
    try {
      await storeTokens(await requestToken({ grant_type: 'refresh_token', refresh_token: refreshToken }))
    } catch (error) {
      if (error instanceof CallError && (error.status === 400 || error.status === 401)) return clearSession()
      throw error
    }
  }
  return navigator.locks ? navigator.locks.request('adire.renew', once) : once()
}

/** Renews the token before it expires while the app is open; returns a stop function. Also checks on wake-up: timers pause in sleep. */
export function startTokenRenewal(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = async () => {
    clearTimeout(timer)
    const { accessToken: token } = getTokens()
    if (!token) return
    let waitMs = tokenExpiry(token) * 1000 - Date.now() - marginMs
    if (waitMs <= 0) {
      await renewTokens(token).catch(() => undefined)
      waitMs = retryMs
    }
    timer = setTimeout(check, Math.max(waitMs, retryMs))
  }
  const onVisible = () => document.visibilityState === 'visible' && check()
  document.addEventListener('visibilitychange', onVisible)
  check()
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisible)
  }
}

const storeTokens = ({ access_token, refresh_token }: TokenResponse) =>
  storeSession({ accessToken: access_token, refreshToken: refresh_token })

async function requestToken(form: Record<string, string>): Promise<TokenResponse> {
  let response: Response
  let body: unknown
  try {
    const { servers, client } = await getConfig()
    response = await fetch(`${servers[getSession().mode].core}/${tokenPath}`, {
      method: 'POST',
      headers: {
        ...passwordTypeHeader,
        accept: 'application/json',
        authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}`,
      },
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(timeoutMs),
    })
    body = await response.json()
  } catch (cause) {
    throw Object.assign(new CallError(0, 'no_response', ''), { cause })
  }
  if (response.ok) return body as TokenResponse
  const { error = 'unknown', error_description = '', factors } = (body ?? {}) as Partial<TokenError>
  if (factors) throw Object.assign(new SecondFactorRequired(response.status, error, error_description), { factors })
  throw new CallError(response.status, error, error_description)
}
