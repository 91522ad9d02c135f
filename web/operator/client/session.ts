import { renewStaffSession, type signInStaff, signOutStaff } from '@adire/contract/back-office/staff.ts'
import { type ApiConnection, CallError, callEndpoint } from '@adire/contract/call.ts'
import type { EndpointOutput } from '@adire/contract/endpoint.ts'
import { useSyncExternalStore } from 'react'

/** Whether somebody is signed in; `loading` until the cookie of the session was tried. */
export type SessionStatus = 'loading' | 'in' | 'out'

// The access token is only in memory. The secret of the session is in a cookie that no script can read.
let accessToken: string | undefined
let status: SessionStatus = 'loading'
const listeners = new Set<() => void>()

/** Connection to the server of the back office; `token` is empty for calls without a session. */
export const connectWith = (token: string | undefined): ApiConnection => ({
  baseUrl: () => '/operator/api',
  token: () => token,
})

export const getAccessToken = () => accessToken

function setSession(token: string | undefined) {
  accessToken = token
  status = token === undefined ? 'out' : 'in'
  for (const changed of listeners) changed()
}

export const useSessionStatus = (): SessionStatus =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => {
        listeners.delete(changed)
      }
    },
    () => status,
    () => 'loading' as const,
  )

let renewing: Promise<string | undefined> | undefined

/** A new access token by the cookie; undefined when the session has ended. Calls at the same time share one request. */
export function renewAccessToken(): Promise<string | undefined> {
  renewing ??= callEndpoint(connectWith(undefined), renewStaffSession, {})
    .then(({ accessToken: token }) => {
      setSession(token)
      return token
    })
    .catch((error: unknown) => {
      // Without a response the session may still run: keep what is on screen.
      if (error instanceof CallError && error.status === 401) setSession(undefined)
      else throw error
      return undefined
    })
    .finally(() => {
      renewing = undefined
    })
  return renewing
}

/** Signs in with the cookie of an earlier visit, if there is one. */
export const restoreSession = () => renewAccessToken().catch(() => setSession(undefined))

/** Takes over the session of a completed sign-in. */
export const startSession = ({ accessToken: token }: Extract<EndpointOutput<typeof signInStaff>, { step: 'done' }>) =>
  setSession(token)

export async function signOut(): Promise<void> {
  await callEndpoint(connectWith(undefined), signOutStaff, {}).catch(() => undefined)
  setSession(undefined)
}

/** Ends the session in this browser, because the server does not know it any more. */
export const dropSession = () => setSession(undefined)
