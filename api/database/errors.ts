import { isUnavailable } from './unavailable.ts'

/** Drizzle and pg-pool put the error that matters into `cause`; a chain longer than this is a mistake of its own. */
const deepest = 10

/** The error and what caused it, outermost first. */
function* chainOf(error: unknown): Generator<Error & { code?: unknown }> {
  for (let each = error, depth = 0; each instanceof Error && depth < deepest; each = each.cause, depth++) yield each
}

/**
 * Another attempt meets another moment: 40 and 55P03 (deadlock, serialization, lock_timeout), 57 (statement_timeout, restarts),
 * 25P03 (idle too long in a transaction), 53 (connections, memory or disk used up).
 */
const passing = /^(40|53|55P03|57|25P03)/

/**
 * Whether the database could not do this now, through no fault of the statement: it is away, restarting, full, or another
 * transaction was in the way. The same call may succeed a moment later.
 */
export function isTemporary(error: unknown): boolean {
  if (isUnavailable(error)) return true
  for (const { code, message } of chainOf(error)) {
    if (typeof code === 'string' && code.length === 5 && passing.test(code)) return true
    // This process is ending: another one answers.
    if (message.includes('after calling end on the pool')) return true
  }
  return false
}
