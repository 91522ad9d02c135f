import { CallError } from '@adire/contract/call.ts'
import { type Endpoint, type EndpointInput, type EndpointOutput, isForMerchant } from '@adire/contract/endpoint.ts'
import type { LiveTopic } from '@adire/contract/live.ts'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ChangeChoices, createQueryCache, pathKey, useEndpointChange } from './endpoint-hooks.ts'
import { useDenied } from './permissions.ts'
import { type CallScope, callWithFallback } from './send.ts'
import { useSession } from './session.ts'

export const createQueries = () => createQueryCache(15_000)

/** Query key: path first, so that a change can refresh every input of an endpoint; then mode and merchant, so that data of one
 * merchant is never shown for another. */
const queryKey = (endpoint: Endpoint, input: unknown, { mode, merchantId }: CallScope) => [
  ...pathKey(endpoint),
  mode,
  isForMerchant(endpoint) ? merchantId : undefined,
  input,
]

/** Live topics of a query, from its `meta`: a change of one of them makes its data stale. */
export const topicsOf = (meta: Record<string, unknown> | undefined) => (meta?.topics ?? []) as readonly LiveTopic[]

type CallChoices<E extends Endpoint> = {
  /** Keeps the last page on screen while the next one loads. */
  keepPrevious?: boolean
  /** Mode and business, if not those of the session. */
  scope?: CallScope
} & Pick<
  UseQueryOptions<EndpointOutput<E>, CallError>,
  'enabled' | 'retry' | 'refetchInterval' | 'staleTime' | 'notifyOnChangeProps'
>

/** Choices of a component that starts a query early, for a part that shows it later: a response does not render it again. */
export const readAhead: { notifyOnChangeProps: [] } = { notifyOnChangeProps: [] }

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

/** Choices of a change, and its mode and business if they are not those of the session. */
type ScopedChoices<E extends Endpoint> = ChangeChoices<E> & { scope?: CallScope }

/** Mutation of an endpoint: `const publish = useChange(publishPaymentLink, { refresh: [getPaymentLink], success: … })`, then
 * `publish.mutate({ id, published })`. `error.message` and `error.fields` describe a rejected change. */
export function useChange<E extends Endpoint>(endpoint: E, { scope, ...choices }: ScopedChoices<E> = {}) {
  const session = useSession()
  const { mode, merchantId } = scope ?? session
  const denied = useDenied(endpoint)
  return useEndpointChange(endpoint, choices, {
    scope: [mode, merchantId],
    send: (input, idempotencyKey) =>
      denied
        ? Promise.reject(new CallError(403, 'permission_missing', denied))
        : callWithFallback(endpoint, input, { mode, merchantId, ...(idempotencyKey && { idempotencyKey }) }),
  })
}

export { useRefresh } from './endpoint-hooks.ts'
export { callWithFallback } from './send.ts'
export { clientToken, signIn, signOut, startTokenRenewal } from './tokens.ts'
