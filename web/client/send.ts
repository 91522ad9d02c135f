import { passwordTypeHeader } from '@adire/contract/auth.ts'
import { type ApiConnection, CallError, type CallOptions, callEndpoint, type Mode } from '@adire/contract/call.ts'
import {
  type Endpoint,
  type EndpointInput,
  type EndpointOutput,
  isForMerchant,
  type MerchantServer,
} from '@adire/contract/endpoint.ts'
import { useEffect, useState } from 'react'
import { toast } from '../ui/toast.ts'
import { getConfig } from './config.ts'
import { fallbackMessage } from './fallback.ts'
import { isTemporary, useIdempotencyKey } from './repeat.ts'
import { clearSession, getTokens, storeClientToken, useSession } from './session.ts'
import { accessToken, clientToken, renewTokens } from './tokens.ts'

/** Calls without a cache: the base of `api.ts`, and all that pages outside the dashboard load. */

/** Mode and business of a call. */
export type CallScope = { mode: Mode; merchantId: string | undefined }

type RequestOptions = CallScope & CallOptions

/** Calls an endpoint. @throws {CallError} with the fallback message of the endpoint if the server sent none. */
export async function callWithFallback<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options: RequestOptions,
) {
  try {
    return await requestWithToken(endpoint, input, options)
  } catch (error) {
    if (error instanceof CallError) error.message ||= fallbackMessage(endpoint)
    throw error
  }
}

/** Renews a rejected token once; if the new token is rejected too, the user is signed out. */
async function requestWithToken<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  { mode, merchantId, ...options }: RequestOptions,
): Promise<EndpointOutput<E>> {
  const { servers } = await getConfig().catch((cause) => {
    throw Object.assign(new CallError(0, 'no_response', ''), { cause })
  })
  const isUsers = endpoint.access === 'user' || isForMerchant(endpoint)
  const connection: ApiConnection = {
    baseUrl: (server: MerchantServer) => servers[mode][server],
    token: () => (isUsers ? accessToken() : endpoint.access === 'client' ? clientToken() : undefined),
    merchantId: () => merchantId,
    headers: passwordTypeHeader,
  }
  const before = getTokens().accessToken
  try {
    return await callEndpoint(connection, endpoint, input, options)
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401 || endpoint.access === 'public') throw error
    if (!isUsers) await storeClientToken(undefined)
    else if (before) await renewTokens(before)
    if (isUsers && !getTokens().accessToken) throw error
  }
  try {
    return await callEndpoint(connection, endpoint, input, options)
  } catch (error) {
    if (error instanceof CallError && error.status === 401 && isUsers) await clearSession()
    throw error
  }
}

type SendChoices<E extends Endpoint> = {
  success?: string
  onDone?: (output: EndpointOutput<E>) => void
}

/** `useChange` for pages outside the dashboard. `send` shows errors as a toast; `submit` rejects with them. */
export function useSend<E extends Endpoint>(endpoint: E, { success, onDone }: SendChoices<E> = {}) {
  const { mode, merchantId } = useSession()
  const [state, setState] = useState<{ step: 'idle' | 'busy' | 'done' } | { step: 'failed'; error: CallError }>({
    step: 'idle',
  })
  const key = useIdempotencyKey()

  const submit = async (input: EndpointInput<E>) => {
    setState({ step: 'busy' })
    const idempotencyKey = endpoint.creates ? key.take(input) : undefined
    try {
      const scope = { mode, merchantId }
      const output = await callWithFallback(endpoint, input, idempotencyKey ? { ...scope, idempotencyKey } : scope)
      key.drop()
      setState({ step: 'done' })
      if (success) toast.success(success)
      onDone?.(output)
      return output
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (!isTemporary(error)) key.drop()
      setState({ step: 'failed', error })
      throw error
    }
  }
  /** For buttons: shows an error as a toast. */
  const send = (input: EndpointInput<E>) => submit(input).catch((error: Error) => toast.error(error.message))
  return { ...state, submit, send }
}

/** `useCall` for pages outside the dashboard: fetched once, without retries. */
export function useLoad<E extends Endpoint>(endpoint: E, input: EndpointInput<E>) {
  const { mode, merchantId } = useSession()
  const [data, setData] = useState<EndpointOutput<E>>()
  const [error, setError] = useState<CallError>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on mount and on every retry
  useEffect(() => {
    const stop = new AbortController()
    setError(undefined)
    callWithFallback(endpoint, input, { mode, merchantId, signal: stop.signal }).then(setData, (failure) => {
      if (!stop.signal.aborted) setError(failure)
    })
    return () => stop.abort()
  }, [attempt])
  return { data, error, retry: () => setAttempt(attempt + 1) }
}

export { SecondFactorRequired, signIn } from './tokens.ts'
