import type { CallError } from '@adire/contract/call.ts'
import type { Endpoint, EndpointInput } from '@adire/contract/endpoint.ts'
import { useChange } from '../../client/api.ts'

/** State of one action: idle, loading, then success or failure until that is cleared. */
export interface MandateAction<E extends Endpoint> {
  run: (input: EndpointInput<E>) => void
  loading: boolean
  success: boolean
  failure: boolean
  error: CallError | null
  /** Resets the mutation if it has failed. */
  clearError: () => void
  /** Resets the mutation if it is loading; the refetch shows the result. */
  clearLoading: () => void
  /** Resets the mutation if it has succeeded. */
  clearSuccess: () => void
}

/** Action whose result is shown in the page instead of in a toast, which disappears. A list has no such place: there `success` is the toast. */
export function useAction<E extends Endpoint>(
  endpoint: E,
  refresh: readonly Endpoint[],
  success?: string,
): MandateAction<E> {
  const { mutate, reset, isPending, isSuccess, isError, error } = useChange(endpoint, {
    refresh,
    quiet: true,
    ...(success && { success }),
  })
  const clearIf = (condition: boolean) => () => {
    if (condition) reset()
  }
  return {
    run: (input) => mutate(input),
    loading: isPending,
    success: isSuccess,
    failure: isError,
    error,
    clearError: clearIf(isError),
    clearLoading: clearIf(isPending),
    clearSuccess: clearIf(isSuccess),
  }
}
