import { type ApiConnection, CallError, type CallOptions, callEndpoint, type Mode } from '@adire/contract/call.ts'
import { type Endpoint, type EndpointInput, type EndpointOutput, isForMerchant } from '@adire/contract/endpoint.ts'
import { messages } from '@adire/contract/messages.ts'
import { useEffect, useRef, useState } from 'react'
import { getConfig } from './config.ts'
import { clearSession, getTokens, storeClientToken, useSession } from './session.ts'
import { accessToken, clientToken, renewTokens } from './tokens.ts'
import { toast } from './ui/toast.ts'

/** Calls without a cache: what `api.ts` stands on, and all that the pages outside the dashboard load. */

/** The mode and the business a call is made for. */
export type CallScope = { mode: Mode; merchantId: string | undefined }

/** What to say of an error: the server's own words, else the area's sentence of section 8. */
const errorText = (error: unknown, fallback: string = messages.tryAgainLater): string =>
  (error instanceof CallError && error.message) || fallback

type RequestOptions = CallScope & CallOptions & { fallback?: string | undefined }

/** Calls an endpoint; an error that came without words gets the fallback's. */
export async function callWithFallback<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options: RequestOptions,
) {
  try {
    return await requestWithToken(endpoint, input, options)
  } catch (error) {
    if (error instanceof CallError) error.message = errorText(error, options.fallback)
    throw error
  }
}

/** A token that is refused is renewed once; then the user is signed out. */
async function requestWithToken<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  { mode, merchantId, fallback: _, ...options }: RequestOptions,
): Promise<EndpointOutput<E>> {
  const { servers } = await getConfig().catch((cause) => {
    throw Object.assign(new CallError(0, 'no_response', ''), { cause })
  })
  const isUsers = endpoint.access === 'user' || isForMerchant(endpoint)
  const connection: ApiConnection = {
    baseUrl: (server) => servers[mode][server],
    token: () => (isUsers ? accessToken() : endpoint.access === 'client' ? clientToken() : undefined),
    merchantId: () => merchantId,
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

/** A refusal will not change by asking again; silence may. */
export const mayPass = (error: unknown) => error instanceof CallError && (error.status === 0 || error.status >= 500)

/** The same input sent again after silence carries the same key, so that it is done once. */
export function useIdempotencyKey() {
  const last = useRef<{ input: string; key: string } | undefined>(undefined)
  return {
    take: (value: unknown) => {
      const input = JSON.stringify(value)
      if (last.current?.input !== input) last.current = { input, key: crypto.randomUUID() }
      return last.current.key
    },
    drop: () => {
      last.current = undefined
    },
  }
}

type SendChoices<E extends Endpoint> = {
  success?: string
  fallback?: string
  onDone?: (output: EndpointOutput<E>) => void
}

/** `useChange` for pages outside the dashboard. `send` resolves to whether it went well; `ask` throws instead. */
export function useSend<E extends Endpoint>(endpoint: E, { success, fallback, onDone }: SendChoices<E> = {}) {
  const { mode, merchantId } = useSession()
  const [state, setState] = useState<{ step: 'idle' | 'busy' | 'done' } | { step: 'failed'; error: CallError }>({
    step: 'idle',
  })
  const key = useIdempotencyKey()

  const submit = async (input: EndpointInput<E>) => {
    setState({ step: 'busy' })
    const idempotencyKey = endpoint.creates ? key.take(input) : undefined
    try {
      const scope = { mode, merchantId, fallback }
      const output = await callWithFallback(endpoint, input, idempotencyKey ? { ...scope, idempotencyKey } : scope)
      key.drop()
      setState({ step: 'done' })
      if (success) toast.success(success)
      onDone?.(output)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (!mayPass(error)) key.drop()
      setState({ step: 'failed', error })
      throw error
    }
  }
  /** For buttons: what goes wrong is said by a toast. */
  const send = (input: EndpointInput<E>) => submit(input).catch((error: Error) => toast.error(error.message))
  return { ...state, submit, send }
}

/** `useCall` for pages outside the dashboard: asked once. */
export function useLoad<E extends Endpoint>(endpoint: E, input: EndpointInput<E>) {
  const { mode, merchantId } = useSession()
  const [data, setData] = useState<EndpointOutput<E>>()
  const [error, setError] = useState<CallError>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and once for every retry
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

export { signIn } from './tokens.ts'
