/** Drizzle and pg-pool put the error that matters into `cause`; a chain longer than this is a mistake of its own. */
const deepest = 8

/** The error and what caused it, outermost first. */
function* chainOf(error: unknown): Generator<Error & { code?: unknown; syscall?: unknown }> {
  for (let each = error, depth = 0; each instanceof Error && depth < deepest; each = each.cause, depth++) yield each
}

/** Locks and time limits: another attempt meets another moment. */
const contention = new Set(['40001', '40P01', '55P03', '57014', '25P03', '25P04'])
/** Connection lost, resources used up (too many connections, disk or memory full), shutting down or starting, storage fails. */
const outages = /^(08|53|57P|58030)/
const brokenConnections = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** What pg and pg-pool say without a code. */
const broken =
  /not queryable|connection terminated|connection ended|timeout exceeded when trying to connect|after calling end on the pool|client was closed/i

/**
 * Whether the database could not do this now, through no fault of the statement: it is away, restarting, full, or another
 * transaction was in the way. The same call may succeed a moment later.
 */
export function isTemporary(error: unknown): boolean {
  for (const { code, syscall, message } of chainOf(error)) {
    if (typeof code === 'string') {
      if (contention.has(code) || outages.test(code) || brokenConnections.has(code)) return true
      // The socket of a server that is not running.
      if (code === 'ENOENT' && syscall === 'connect') return true
    }
    if (broken.test(message)) return true
  }
  return false
}
