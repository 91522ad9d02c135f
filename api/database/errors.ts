import { chainOf, isUnavailable } from './unavailable.ts'

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
