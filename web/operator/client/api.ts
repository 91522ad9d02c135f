import { CallError, type CallOptions, callEndpoint } from '@adire/contract/call.ts'
import type { Endpoint, EndpointInput, EndpointOutput } from '@adire/contract/endpoint.ts'
import { messages } from '@adire/contract/messages.ts'
import { QueryClient, type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { mayPass, useIdempotencyKey } from '../../client/repeat.ts'
import { toast } from '../../ui/toast.ts'
import { connectWith, dropSession, getAccessToken, renewAccessToken } from './session.ts'

/** The hooks of the back office: as those of the dashboard (`web/client/api.ts`), without modes, businesses and live topics. */

export const createQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5_000, retry: (failures, error) => failures < 2 && mayPass(error) },
      mutations: { networkMode: 'always' },
    },
  })

const pathKey = ({ path }: Endpoint) => [path]

/** Calls an endpoint of the back office; a rejected access token is renewed once. @throws {CallError} with a message to show */
export async function callBackOffice<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  options: CallOptions = {},
): Promise<EndpointOutput<E>> {
  const isPublic = endpoint.access === 'public'
  const send = (token: string | undefined) => callEndpoint(connectWith(token), endpoint, input, options)
  try {
    try {
      return await send(isPublic ? undefined : getAccessToken())
    } catch (error) {
      if (isPublic || !(error instanceof CallError) || error.status !== 401) throw error
      const renewed = await renewAccessToken()
      if (!renewed) throw error
      return await send(renewed).catch((again) => {
        if (again instanceof CallError && again.status === 401) dropSession()
        throw again
      })
    }
  } catch (error) {
    if (error instanceof CallError) error.message ||= messages.tryAgainLater
    throw error
  }
}

type CallChoices<E extends Endpoint> = {
  /** Keeps the last page on screen while the next one loads. */
  keepPrevious?: boolean
} & Pick<UseQueryOptions<EndpointOutput<E>, CallError>, 'enabled' | 'refetchInterval' | 'staleTime'>

const keepPage = <T>(previous: T | undefined): T | undefined => previous

/** Query of an endpoint: `const queue = useCall(listReviews, {})`, then `data`, `error`, `isPending`. */
export function useCall<E extends Endpoint>(endpoint: E, input: EndpointInput<E>, choices: CallChoices<E> = {}) {
  const { keepPrevious, ...options } = choices
  return useQuery<EndpointOutput<E>, CallError>({
    ...options,
    queryKey: [...pathKey(endpoint), input],
    queryFn: ({ signal }) => callBackOffice(endpoint, input, { signal }),
    ...(keepPrevious && { placeholderData: keepPage }),
  })
}

/** Function that refetches endpoints wherever their data is on screen. */
export function useRefresh() {
  const queries = useQueryClient()
  return (stale: readonly Endpoint[]) =>
    Promise.all(stale.map((endpoint) => queries.invalidateQueries({ queryKey: pathKey(endpoint) })))
}

type ChangeChoices<E extends Endpoint> = {
  /** Endpoints to refetch, wherever their data is on screen, before `onDone` is called. */
  refresh?: readonly Endpoint[]
  success?: string | ((output: EndpointOutput<E>, input: EndpointInput<E>) => string)
  /** No error toast, because the form shows the error itself. */
  quiet?: boolean
  onDone?: (output: EndpointOutput<E>, input: EndpointInput<E>) => void
}

/** Mutation of an endpoint: `const decide = useChange(decideReview, { refresh: [listReviews] })`, then `decide.mutate({ … })`. */
export function useChange<E extends Endpoint>(endpoint: E, choices: ChangeChoices<E> = {}) {
  const refetch = useRefresh()
  const key = useIdempotencyKey()
  const { quiet, refresh = [] } = choices
  return useMutation<EndpointOutput<E>, CallError, EndpointInput<E>>({
    mutationFn: (input) => {
      const idempotencyKey = endpoint.creates ? key.take([endpoint.path, input]) : undefined
      return callBackOffice(endpoint, input, idempotencyKey ? { idempotencyKey } : {})
    },
    onSuccess: async (output, input) => {
      key.drop()
      const { success, onDone } = choices
      const text = typeof success === 'function' ? success(output, input) : success
      if (text) toast.success(text)
      await refetch(refresh)
      onDone?.(output, input)
    },
    onError: (error) => {
      if (!mayPass(error) && error.status !== 409) key.drop()
      if (!quiet) toast.error(error.message)
    },
  })
}
