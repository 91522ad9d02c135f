import type { AccessClaims } from '@adire/contract/auth.ts'
import type { MerchantView } from '@adire/contract/back-office/merchants-schemas.ts'
import type { Mode } from '@adire/contract/call.ts'
import { limits } from '@adire/contract/limits.ts'
import { useSyncExternalStore } from 'react'
import { dropSealed, readSealed, writeSealed } from './sealed-storage.ts'
import { dropView, getView, takeView } from './viewing.ts'

/** Three localStorage entries: the session token, the data that belongs to it (both encrypted), and the mode (plain text).
 * Storage events keep the tabs in sync. A fourth one is written only for its event, when the user signs out. */
const tokenEntry = 'adire.token'
const sessionEntry = 'adire.session'
const modeEntry = 'adire.mode'
const signOutEntry = 'adire.sign-out'

type StoredSession = { refreshToken?: string; clientToken?: string; merchantId?: string }

export type SessionState = {
  /** `loading` until storage has been read. */
  status: 'loading' | 'out' | 'in'
  userId: string
  userName: string
  /** The selected business. */
  merchantId: string | undefined
  mode: Mode
  /** Whether the user signed out in another tab, while this one was signed in. */
  isSignedOutElsewhere?: boolean
  /** Set for a person of the provider who views the dashboard. Nothing of it is stored beyond this tab. */
  view?: MerchantView | undefined
}

const nobody = { userId: '', userName: '', merchantId: undefined }
const initialSession: SessionState = { status: 'loading', ...nobody, mode: limits.defaultMode }

let accessToken: string | undefined
let stored: StoredSession = {}
let session: SessionState = initialSession
let isSignedOutElsewhere = false
let reading: Promise<void> | undefined
const listeners = new Set<() => void>()

/** Current user, business and mode. Updates when another tab changes them. */
export const useSession = (): SessionState => useSyncExternalStore(subscribeSession, getSession, () => initialSession)
export const getSession = (): SessionState => session
export const getTokens = () => ({ accessToken, ...stored })

/** Restores the session of an earlier visit. A user is signed in only while the token's `exp` is in the future (S4-01): a
 * token that expired between visits is cleared, not renewed. */
export function readSession(): Promise<void> {
  reading ??= takeView().then(readStored)
  return reading
}

/** Reads the session again, with the changes of other tabs. */
export async function readStored(): Promise<void> {
  const view = getView()
  if (view) {
    accessToken = view.accessToken
    stored = { merchantId: view.merchantId }
    return isCurrent(accessToken) ? announceSession() : clearSession()
  }
  const [storedToken, storedRest] = await Promise.all([readSealed(tokenEntry), readSealed(sessionEntry)])
  accessToken = typeof storedToken === 'string' ? storedToken : undefined
  if (accessToken) isSignedOutElsewhere = false
  stored = (storedRest ?? {}) as StoredSession
  if (accessToken && !isCurrent(accessToken)) await clearSession()
  else announceSession()
}

/** Stores the tokens of a sign-in or a renewal. */
export async function storeSession(tokens: { accessToken: string; refreshToken: string | undefined }): Promise<void> {
  accessToken = tokens.accessToken
  isSignedOutElsewhere = false
  stored = { ...stored, refreshToken: tokens.refreshToken }
  announceSession()
  // Refresh token first: a tab that sees the new session token must also find its refresh token.
  await writeSealed(sessionEntry, stored)
  await writeSealed(tokenEntry, accessToken)
}

/** Signs out in every tab: clears the user's tokens, the merchant and the mode. The client token is kept; it belongs to no user. */
export async function clearSession(): Promise<void> {
  accessToken = undefined
  if (getView()) {
    dropView()
    stored = {}
    return announceSession()
  }
  stored = { clientToken: stored.clientToken }
  dropSealed(tokenEntry)
  storeMode(undefined)
  announceSession()
  await writeSealed(sessionEntry, stored)
}

export async function storeClientToken(clientToken: string | undefined): Promise<void> {
  stored = { ...stored, clientToken }
  if (getView()) return
  await writeSealed(sessionEntry, stored)
}

export async function chooseMerchant(merchantId: string): Promise<void> {
  if (stored.merchantId === merchantId || getView()) return
  stored = { ...stored, merchantId }
  announceSession()
  await writeSealed(sessionEntry, stored)
}

/** Switches the mode. A merchant exists in one mode only, so the other mode's merchant is passed along or chosen later. */
export async function chooseMode(mode: Mode, merchantId?: string): Promise<void> {
  if (getView()) return
  const changes = mode !== session.mode
  storeMode(mode)
  if (changes) stored = { ...stored, merchantId }
  announceSession()
  if (changes) await writeSealed(sessionEntry, stored)
}

/** Mode of an earlier visit, if any. */
export function storedMode(): Mode | undefined {
  const mode = storedText(modeEntry)
  return mode === 'LIVE' || mode === 'TEST' ? mode : undefined
}

/** Expiry of a token in seconds since the epoch; 0 if it is not a valid token. */
export const tokenExpiry = (token: string | undefined): number => parseClaims(token)?.exp ?? 0
const isCurrent = (token: string) => tokenExpiry(token) * 1000 > Date.now()

function parseClaims(token: string | undefined): AccessClaims | undefined {
  try {
    const bytes = Uint8Array.from(atob(token!.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    )
    return JSON.parse(new TextDecoder().decode(bytes)) as AccessClaims
  } catch {
    return undefined
  }
}

function announceSession() {
  const claims = parseClaims(accessToken)
  const view = getView()
  const mode = view?.mode ?? storedMode() ?? modeHere ?? limits.defaultMode
  session = claims
    ? { status: 'in', userId: claims.sub, userName: claims.user_name ?? '', merchantId: stored.merchantId, mode, view }
    : { status: 'out', ...nobody, mode, isSignedOutElsewhere }
  for (const changed of listeners) changed()
}

/** Mode of this tab alone, for browsers that deny storage. */
let modeHere: Mode | undefined

function storeMode(mode: Mode | undefined) {
  modeHere = mode
  try {
    if (mode) localStorage.setItem(modeEntry, mode)
    else localStorage.removeItem(modeEntry)
  } catch {
    // Storage is denied.
  }
}

function storedText(entry: string): string | undefined {
  try {
    return localStorage.getItem(entry) ?? undefined
  } catch {
    return undefined
  }
}

function subscribeSession(changed: () => void) {
  if (listeners.size === 0) addEventListener('storage', followOtherTabs)
  listeners.add(changed)
  return () => {
    listeners.delete(changed)
    if (listeners.size === 0) removeEventListener('storage', followOtherTabs)
  }
}

/** Lets the other tabs know that their session is about to end because the user signs out. */
export function announceSignOut(): void {
  if (getView()) return
  try {
    localStorage.setItem(signOutEntry, 'now')
    localStorage.removeItem(signOutEntry)
  } catch {
    // Storage is denied, so the other tabs have sessions of their own.
  }
}

function followOtherTabs({ key, newValue }: StorageEvent) {
  if (key === signOutEntry && newValue && session.status === 'in' && !getView()) isSignedOutElsewhere = true
  else if (key === null || key === tokenEntry || key === sessionEntry) readStored()
  else if (key === modeEntry) announceSession()
}
