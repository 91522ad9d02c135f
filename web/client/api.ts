import { CallError } from '@adire/contract/call.ts'
import { type Endpoint, type EndpointInput, type EndpointOutput, isForMerchant } from '@adire/contract/endpoint.ts'
import type { LiveTopic } from '@adire/contract/live.ts'
import { QueryClient, type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toast } from '../ui/toast.ts'
import { useDenied } from './permissions.ts'
import { mayPass, useIdempotencyKey } from './repeat.ts'
import { type CallScope, callWithFallback } from './send.ts'
import { useSession } from './session.ts'

export const createQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, retry: (failures, error) => failures < 2 && mayPass(error) },
      mutations: { networkMode: 'always' },
    },
  })

/** Query key: path first, so that a change can refresh every input of an endpoint; then mode and merchant, so that data of one
 * merchant is never shown for another. */
const queryKey = (endpoint: Endpoint, input: unknown, { mode, merchantId }: CallScope) => [
  ...pathKey(endpoint),
  mode,
  isForMerchant(endpoint) ? merchantId : undefined,
  input,
]
const pathKey = ({ server, path }: Endpoint) => [server, path]

/** Live topics of a query, from its `meta`: a change of one of them makes its data stale. */
export const topicsOf = (meta: Record<string, unknown> | undefined) => (meta?.topics ?? []) as readonly LiveTopic[]

type CallChoices<E extends Endpoint> = {
  /** Keeps the last page on screen while the next one loads. */
  keepPrevious?: boolean
  /** Mode and business, if not those of the session. */
  scope?: CallScope
} & Pick<UseQueryOptions<EndpointOutput<E>, CallError>, 'enabled' | 'retry' | 'refetchInterval' | 'staleTime'>

/** Query of an endpoint: `const payments = useCall(listPayments, { limit: 50 })`, then `data`, `error`, `isPending`.
 * `error.message` is ready to be shown. */
export function useCall<E extends Endpoint>(endpoint: E, input: EndpointInput<E>, choices: CallChoices<E> = {}) {
  const session = useSession()
  const { keepPrevious, enabled = true, scope = session, ...options } = choices
  const { mode, merchantId } = scope
  const hasMerchant = !isForMerchant(endpoint) || merchantId !== undefined
  const denied = useDenied(endpoint)
  return useQuery<EndpointOutput<E>, CallError>({
    ...options,
    queryKey: queryKey(endpoint, input, { mode, merchantId }),
    queryFn: ({ signal }) =>
      denied
        ? Promise.reject(new CallError(403, 'permission_missing', denied))
        : callWithFallback(endpoint, input, { mode, merchantId, signal }),
    enabled: hasMerchant && enabled,
    meta: { topics: endpoint.topics },
    ...(keepPrevious && { placeholderData: placeholderWithin({ mode, merchantId }) }),
  })
}

/** Keeps the last page on screen while the next one loads, but never across modes or businesses. */
const placeholderWithin =
  ({ mode, merchantId }: CallScope) =>
  <T>(previous: T | undefined, query: { queryKey: readonly unknown[] } | undefined): T | undefined =>
    query?.queryKey[2] === mode && (query.queryKey[3] === undefined || query.queryKey[3] === merchantId)
      ? previous
      : undefined

/** Function that refetches endpoints wherever their data is on screen. */
export function useRefresh() {
  const queries = useQueryClient()
  return (stale: readonly Endpoint[]) =>
    Promise.all(stale.map((endpoint) => queries.invalidateQueries({ queryKey: pathKey(endpoint) })))
}

type ChangeChoices<E extends Endpoint> = {
  /** Mode and business, if not those of the session. */
  scope?: CallScope
  /** Endpoints to refetch, wherever their data is on screen, before `onDone` is called. */
  refresh?: readonly Endpoint[]
  success?: string | ((output: EndpointOutput<E>, input: EndpointInput<E>) => string)
  /** Duration of the success toast. Default: that of the screen. */
  toastMs?: number
  /** No error toast, because the form shows the error itself. */
  quiet?: boolean
  onDone?: (output: EndpointOutput<E>, input: EndpointInput<E>) => void
  /** The change waits for the approval of another person. A form closes, as if it were done. */
  onWaiting?: () => void
}

/** Mutation of an endpoint: `const publish = useChange(publishPaymentLink, { refresh: [getPaymentLink], success: … })`, then
 * `publish.mutate({ id, published })`. `error.message` and `error.fields` describe a rejected change. */
export function useChange<E extends Endpoint>(endpoint: E, choices: ChangeChoices<E> = {}) {
  const session = useSession()
  const { mode, merchantId } = choices.scope ?? session
  const refetch = useRefresh()
  const key = useIdempotencyKey()
  const { quiet, refresh = [] } = choices
  return useMutation<EndpointOutput<E>, CallError, EndpointInput<E>>({
    mutationFn: (input) => {
      const idempotencyKey = endpoint.creates ? key.take([mode, merchantId, input]) : undefined
      return callWithFallback(endpoint, input, {
        mode,
        merchantId,
        ...(idempotencyKey && { idempotencyKey }),
      })
    },
    onSuccess: async (output, input) => {
      key.drop()
      const { success, toastMs, onDone } = choices
      const text = typeof success === 'function' ? success(output, input) : success
      if (text) toast.success(text, { autoCloseMs: toastMs })
      await refetch(refresh)
      onDone?.(output, input)
    },
    onError: (error) => {
      if (!mayPass(error) && error.status !== 409) key.drop()
      if (error.code === 'approval_required') {
        toast.info(error.message)
        // What waits appears where it is shown by the live update of the request.
        choices.onWaiting?.()
      } else if (!quiet) toast.error(error.message)
    },
  })
}

export { callWithFallback } from './send.ts'
export { clientToken, signIn, signOut, startTokenRenewal } from './tokens.ts'
