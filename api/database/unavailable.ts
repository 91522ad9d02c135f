/** SQLSTATEs of a server that is stopping, starting or full, or (on a replica) of a conflict with recovery. */
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
/** Messages of `pg` errors without a code. */
const driverMessages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|server closed the connection/i

/** Maximum length of a cause chain. Drizzle and pg-pool put the relevant error into `cause`; a longer chain is a bug. */
const deepest = 10

/** The error and its causes, outermost first. */
export function* iterateCauses(error: unknown): Generator<Error & { code?: unknown }> {
  for (let each = error, depth = 0; each instanceof Error && depth < deepest; each = each.cause, depth++) yield each
}

/** The database could not be connected to; `cause` has the reason. Not used for other servers that do not respond. */
export class NoConnection extends Error {
  override name = 'NoConnection'

  constructor(cause: unknown) {
    const first = cause instanceof AggregateError ? cause.errors[0] : cause
    super(`There is no connection to the database: ${first instanceof Error ? first.message : first}`, { cause })
  }
}

/** Whether a statement failed because the database is unreachable or restarting, not because of the statement. */
export function isUnavailable(error: unknown): boolean {
  for (const current of iterateCauses(error)) {
    const { code, syscall } = current as { code?: unknown; syscall?: unknown }
    // The server's socket is missing, not some file.
    if (code === 'ENOENT' && syscall === 'connect') return true
    if (typeof code === 'string' && (unavailableStates.has(code) || code.startsWith('08') || networkCodes.has(code)))
      return true
    if (driverMessages.test(current.message)) return true
    if (current instanceof AggregateError && current.errors.some(isUnavailable)) return true
  }
  return false
}
