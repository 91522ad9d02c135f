/** In place of the query library's suspending queries and of what throws at error boundaries: a page of ours says itself that
 * it loads, or what went wrong. */
const context = { clearReset() {}, isReset: () => false, reset() {} }
const nothing = () => undefined

export const useQueryErrorResetBoundary = () => context
export const QueryErrorResetBoundary = nothing

export const ensurePreventErrorBoundaryRetry = nothing
export const useClearResetErrorBoundary = nothing
export const getHasError = nothing

export const ensureSuspenseTimers = nothing
export const shouldSuspend = nothing
export const fetchOptimistic = nothing
export const defaultThrowOnError = nothing
