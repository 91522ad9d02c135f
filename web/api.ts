import { CallError, type CallOptions, type Connection, call, type Mode } from '@adire/contract/call.ts'
import type { Endpoint, Input, Output } from '@adire/contract/endpoint.ts'
import { messages } from '@adire/contract/messages.ts'
import {
  keepPreviousData,
  QueryClient,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { getConfig } from './config.ts'
import { forgetUser, getTokens, keepClientToken, useSession } from './session.ts'
import { accessToken, clientToken, renew } from './tokens.ts'
import { toast } from './ui/toast.ts'

/** The mode and the business a call is made for. */
export type Place = { mode: Mode; merchantId: string | undefined }

/** A refusal will not change by asking again; silence may. */
const mayPass = (error: unknown) => error instanceof CallError && (error.status === 0 || error.status >= 500)

export const createQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, retry: (failures, error) => failures < 2 && mayPass(error) },
      mutations: { networkMode: 'always' },
    },
  })

/** What to say of an error: the server's own words, else the area's sentence of section 8. */
const errorText = (error: unknown, fallback: string = messages.tryAgainLater): string =>
  (error instanceof CallError && error.message) || fallback

type RequestOptions = Place & CallOptions & { fallback?: string | undefined }

/** Calls an endpoint; an error that came without words gets the fallback's. */
export async function request<E extends Endpoint>(endpoint: E, input: Input<E>, options: RequestOptions) {
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
  input: Input<E>,
  { mode, merchantId, fallback: _, ...options }: RequestOptions,
): Promise<Output<E>> {
  const { servers } = await getConfig().catch((cause) => {
    throw Object.assign(new CallError(0, 'no_response', ''), { cause })
  })
  const isUsers = endpoint.access === 'user' || endpoint.access === 'merchant'
  const connection: Connection = {
    baseUrl: (server) => servers[mode][server],
    token: () => (isUsers ? accessToken() : endpoint.access === 'client' ? clientToken() : undefined),
    merchantId: () => merchantId,
  }
  const before = getTokens().accessToken
  try {
    return await call(connection, endpoint, input, options)
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401 || endpoint.access === 'public') throw error
    if (!isUsers) await keepClientToken(undefined)
    else if (before) await renew(before)
    if (isUsers && !getTokens().accessToken) throw error
  }
  try {
    return await call(connection, endpoint, input, options)
  } catch (error) {
    if (error instanceof CallError && error.status === 401 && isUsers) await forgetUser()
    throw error
  }
}

/** The path first, so that a change can refresh every input; then the mode and the merchant, so that one's data is never
 * shown for another's. */
const keyOf = (endpoint: Endpoint, input: unknown, { mode, merchantId }: Place) => [
  ...pathKey(endpoint),
  mode,
  endpoint.access === 'merchant' ? merchantId : undefined,
  input,
]
const pathKey = ({ server, path }: Endpoint) => [server, path]

type CallChoices<E extends Endpoint> = {
  /** Keeps the last page on screen while the next one loads. */
  keepPrevious?: boolean
  /** The area's sentence where the server said nothing. */
  fallback?: string
} & Pick<UseQueryOptions<Output<E>, CallError>, 'enabled' | 'retry' | 'refetchInterval' | 'staleTime'>

/** Reads from an endpoint: `const payments = useCall(listPayments, { limit: 50 })`, then `data`, `error`, `isPending`.
 * `error.message` is what to show. */
export function useCall<E extends Endpoint>(endpoint: E, input: Input<E>, choices: CallChoices<E> = {}) {
  const { mode, merchantId } = useSession()
  const { keepPrevious, fallback, enabled = true, ...options } = choices
  const isPlaced = endpoint.access !== 'merchant' || merchantId !== undefined
  return useQuery<Output<E>, CallError>({
    ...options,
    queryKey: keyOf(endpoint, input, { mode, merchantId }),
    queryFn: ({ signal }) => request(endpoint, input, { mode, merchantId, signal, fallback }),
    enabled: isPlaced && enabled,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  })
}

type ChangeChoices<E extends Endpoint> = {
  /** What the change makes old: their data is read again wherever it is on screen, before `onDone`. */
  refresh?: readonly Endpoint[]
  success?: string | ((answer: Output<E>, input: Input<E>) => string)
  /** How long the success stays; the settings screens say `limits.settingsToastMs`. */
  toastMs?: number
  /** The area's sentence where the server said nothing. */
  fallback?: string
  /** A form shows the refusal itself: no toast. */
  quiet?: boolean
  onDone?: (answer: Output<E>, input: Input<E>) => void
}

/** Changes something: `const publish = useChange(publishPaymentLink, { refresh: [getPaymentLink], success: … })`, then
 * `publish.mutate({ id, published })`. `error.message` and `error.fields` say what was refused. */
export function useChange<E extends Endpoint>(endpoint: E, choices: ChangeChoices<E> = {}) {
  const { mode, merchantId } = useSession()
  const queries = useQueryClient()
  const keyFor = useIdempotencyKey()
  const { fallback, quiet, refresh = [] } = choices
  return useMutation<Output<E>, CallError, Input<E>>({
    mutationFn: (input) => {
      const idempotencyKey = endpoint.creates ? keyFor.take([mode, merchantId, input]) : undefined
      return request(endpoint, input, { mode, merchantId, fallback, ...(idempotencyKey && { idempotencyKey }) })
    },
    onSuccess: async (answer, input) => {
      keyFor.drop()
      const { success, toastMs, onDone } = choices
      const text = typeof success === 'function' ? success(answer, input) : success
      if (text) toast.success(text, toastMs === undefined ? {} : { autoCloseMs: toastMs })
      await Promise.all(refresh.map((stale) => queries.invalidateQueries({ queryKey: pathKey(stale) })))
      onDone?.(answer, input)
    },
    onError: (error) => {
      if (!mayPass(error) && error.status !== 409) keyFor.drop()
      if (!quiet) toast.error(error.message)
    },
  })
}

/** The same input sent again after silence carries the same key, so that it is done once. */
function useIdempotencyKey() {
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

export { clientToken, keepRenewed, signIn, signOut } from './tokens.ts'
