/** SQLSTATEs that say the server is going away, starting, full, or (on a replica) in the way of recovery. */
const unavailableStates = new Set(['40001', '53300', '57P01', '57P02', '57P03', '58000', '58030'])
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** What `pg` says without a code. */
const driverMessages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|server closed the connection/i

/**
 * Whether a statement failed because the database could not be reached or is restarting, not because of the statement.
 * Libraries wrap the driver's error: every `cause` is looked at, ten at most.
 */
export function isUnavailable(error: unknown): boolean {
  let current = error
  for (let depth = 0; depth < 10 && current instanceof Error; depth++) {
    const { code, syscall } = current as { code?: unknown; syscall?: unknown }
    // The server's socket is gone, unlike a file that is.
    if (code === 'ENOENT' && syscall === 'connect') return true
    if (typeof code === 'string' && (unavailableStates.has(code) || code.startsWith('08') || networkCodes.has(code)))
      return true
    if (driverMessages.test(current.message)) return true
    if (current instanceof AggregateError && current.errors.some(isUnavailable)) return true
    current = current.cause
  }
  return false
}
