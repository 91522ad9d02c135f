import { countStaffApprovals, listStaffApprovals } from '@adire/contract/back-office/approvals.ts'
import { CallError, type CallOptions, callEndpoint } from '@adire/contract/call.ts'
import type { Endpoint, EndpointInput, EndpointOutput } from '@adire/contract/endpoint.ts'
import { messages } from '@adire/contract/messages.ts'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import {
  type ChangeChoices,
  createQueryCache,
  pathKey,
  useEndpointChange,
  useRefresh,
} from '../../client/endpoint-hooks.ts'
import { confirmed } from './confirmation.ts'
import { connectWith, dropSession, getAccessToken, renewAccessToken } from './session.ts'

/** The hooks of the back office: as those of the dashboard (`web/client/api.ts`), without modes, businesses and live topics. */

export const createQueries = () => createQueryCache(5_000)

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

/**
 * Mutation of an endpoint: `const decide = useChange(decideReview, { refresh: [listReviews] })`, then `decide.mutate({ … })`. A change that
 * needs a confirmation asks for it; one that needs an approval is then in the list of approvals.
 */
export function useChange<E extends Endpoint>(endpoint: E, choices: ChangeChoices<E> = {}) {
  const refetch = useRefresh()
  return useEndpointChange(
    endpoint,
    {
      ...choices,
      onWaiting: () => {
        choices.onWaiting?.()
        void refetch([listStaffApprovals, countStaffApprovals])
      },
    },
    {
      scope: endpoint.path,
      send: (input, idempotencyKey) =>
        confirmed(() => callBackOffice(endpoint, input, idempotencyKey ? { idempotencyKey } : {})),
    },
  )
}

export { useRefresh } from '../../client/endpoint-hooks.ts'
