/** Stub for the query library's suspense queries and error boundaries: pages show loading and errors
 * themselves. */
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
