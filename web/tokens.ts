import { type TokenAnswer, type TokenRefusal, tokenPath } from '@adire/contract/auth.ts'
import { CallError, call } from '@adire/contract/call.ts'
import { logOut } from '@adire/contract/users.ts'
import { getConfig } from './config.ts'
import { endOf, forgetUser, getSession, getTokens, keepClientToken, keepUser, readStored } from './session.ts'

const timeoutMs = 30_000
/** A token is renewed when so little of it is left. */
const marginMs = 60_000
const retryMs = 15_000

/** Signs in; a refusal is a `CallError` with the server's `error_description`, or with no text when no answer came.
 * Whoever was signed in before is cleared then (S4-02). `code` is the second factor, where a refusal asked for it. */
export async function signIn({ email, password, code }: { email: string; password: string; code?: string }) {
  try {
    const username = email.trim().toLowerCase()
    const second: Record<string, string> = code === undefined ? {} : { code }
    await keepAnswer(await askToken({ grant_type: 'password', scope: 'profile', username, password, ...second }))
  } catch (error) {
    await forgetUser()
    throw error
  }
}

/** Signed out here and in the other tabs, also when the server cannot be told: its tokens then end by themselves. */
export async function signOut(): Promise<void> {
  try {
    const { servers } = await getConfig()
    const baseUrl = () => servers[getSession().mode].core
    await call({ baseUrl, token: () => accessToken() }, logOut, {})
  } catch (error) {
    if (!(error instanceof CallError) && !(error instanceof TypeError)) console.error(error)
  }
  await forgetUser()
}

/** The user's access token, renewed if it is about to end. */
export async function accessToken(): Promise<string | undefined> {
  const { accessToken: token } = getTokens()
  if (token && endOf(token) * 1000 - Date.now() < marginMs / 2) await renew(token)
  return getTokens().accessToken
}

/** The client's own token, for calls before anyone has signed in. */
export async function clientToken(): Promise<string> {
  const { clientToken: token } = getTokens()
  if (token && endOf(token) * 1000 - Date.now() > marginMs / 2) return token
  const { access_token } = await askToken({ grant_type: 'client_credentials' })
  await keepClientToken(access_token)
  return access_token
}

/** Trades the refresh token for new ones. One at a time over all tabs: a refresh token that is used twice ends the session,
 * so who waited takes what the other tab got. A refusal signs out; no answer is a `CallError` and changes nothing. */
export function renew(stale: string): Promise<void> {
  const once = async () => {
    await readStored()
    const { accessToken: current, refreshToken } = getTokens()
    if (!current || current !== stale) return
    if (!refreshToken) return forgetUser()
    try {
      await keepAnswer(await askToken({ grant_type: 'refresh_token', refresh_token: refreshToken }))
    } catch (error) {
      if (error instanceof CallError && (error.status === 400 || error.status === 401)) return forgetUser()
      throw error
    }
  }
  return navigator.locks ? navigator.locks.request('adire.renew', once) : once()
}

/** Renews ahead of the end as long as the app is open; returns how to stop. Timers sleep with the machine, so waking counts. */
export function keepRenewed(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = async () => {
    clearTimeout(timer)
    const { accessToken: token } = getTokens()
    if (!token) return
    let waitMs = endOf(token) * 1000 - Date.now() - marginMs
    if (waitMs <= 0) {
      await renew(token).catch(() => undefined)
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

const keepAnswer = ({ access_token, refresh_token }: TokenAnswer) =>
  keepUser({ accessToken: access_token, refreshToken: refresh_token })

async function askToken(form: Record<string, string>): Promise<TokenAnswer> {
  let response: Response
  let answer: unknown
  try {
    const { servers, client } = await getConfig()
    response = await fetch(`${servers[getSession().mode].core}/${tokenPath}`, {
      method: 'POST',
      headers: { accept: 'application/json', authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(timeoutMs),
    })
    answer = await response.json()
  } catch (cause) {
    throw Object.assign(new CallError(0, 'no_response', ''), { cause })
  }
  if (response.ok) return answer as TokenAnswer
  const { error = 'unknown', error_description = '' } = (answer ?? {}) as Partial<TokenRefusal>
  throw new CallError(response.status, error, error_description)
}
