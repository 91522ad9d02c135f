import type { CallError } from '@adire/contract/call.ts'
import type { Endpoint, EndpointInput, EndpointOutput } from '@adire/contract/endpoint.ts'
import { QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../ui/toast.ts'
import { isTemporary, useIdempotencyKey } from './repeat.ts'

/** What the hooks of the dashboard (`api.ts`) and of the back office (`web/operator/client/api.ts`) share. */

/** A cache of queries, whose data is fresh for `staleTime` ms. */
export const createQueryCache = (staleTime: number) =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime, retry: (failures, error) => failures < 2 && isTemporary(error) },
      mutations: { networkMode: 'always' },
    },
  })

/** Key of all queries of an endpoint, with any input. */
export const pathKey = ({ server, path }: Endpoint) => [server, path]

/** Function that refetches endpoints wherever their data is on screen. */
export function useRefresh() {
  const queries = useQueryClient()
  return (stale: readonly Endpoint[]) =>
    Promise.all(stale.map((endpoint) => queries.invalidateQueries({ queryKey: pathKey(endpoint) })))
}

export type ChangeChoices<E extends Endpoint> = {
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

interface Sending<E extends Endpoint> {
  send: (input: EndpointInput<E>, idempotencyKey: string | undefined) => Promise<EndpointOutput<E>>
  /** Where the change happens: the same input elsewhere is another change. */
  scope: unknown
}

/** Mutation of an endpoint: `send` calls it, with the same idempotency key until the outcome is known. */
export function useEndpointChange<E extends Endpoint>(
  endpoint: E,
  choices: ChangeChoices<E>,
  { send, scope }: Sending<E>,
) {
  const refetch = useRefresh()
  const key = useIdempotencyKey()
  const { quiet, refresh = [] } = choices
  return useMutation<EndpointOutput<E>, CallError, EndpointInput<E>>({
    mutationFn: (input) => send(input, endpoint.creates ? key.take([scope, input]) : undefined),
    onSuccess: async (output, input) => {
      key.drop()
      const { success, toastMs, onDone } = choices
      const text = typeof success === 'function' ? success(output, input) : success
      if (text) toast.success(text, { autoCloseMs: toastMs })
      await refetch(refresh)
      onDone?.(output, input)
    },
    onError: (error) => {
      if (!isTemporary(error)) key.drop()
      if (error.code === 'approval_required') {
        toast.info(error.message)
        choices.onWaiting?.()
      } else if (!quiet) toast.error(error.message)
    },
  })
}
