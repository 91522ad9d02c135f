import type { CallError } from '@adire/contract/call.ts'
import type { Endpoint, EndpointInput } from '@adire/contract/endpoint.ts'
import { useChange } from '../../api.ts'

/** One action and where it stands: idle, loading, and then success or failure, until the one or the other is cleared. */
export interface MandateAction<E extends Endpoint> {
  run: (input: EndpointInput<E>) => void
  loading: boolean
  success: boolean
  failure: boolean
  error: CallError | null
  /** Idle again, if it has failed. */
  clearError: () => void
  /** Idle again, if it is under way: what the server does with it is heard of by what is read again. */
  clearLoading: () => void
  /** Idle again, if it is done. */
  clearSuccess: () => void
}

/** For what is shown in place, and not in a toast that goes by itself. */
export function useAction<E extends Endpoint>(endpoint: E, refresh: readonly Endpoint[]): MandateAction<E> {
  const { mutate, reset, isPending, isSuccess, isError, error } = useChange(endpoint, { refresh, quiet: true })
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
