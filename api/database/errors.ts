import { isUnavailable, iterateCauses, NoConnection } from './unavailable.ts'

/**
 * SQLSTATEs worth a retry: 40 and 55P03 (deadlock, serialization, lock_timeout), 57 (statement_timeout, restarts), 25P03 (idle
 * in transaction timeout), 53 (out of connections, memory or disk).
 */
const passing = /^(40|53|55P03|57|25P03)/

/** SQLSTATEs of a server that is stopping, starting, or out of connections, memory or disk; never caused by a statement. */
const outages = /^(08|53|57P0[1-4]|58)/

const isSqlState = (code: unknown): code is string => typeof code === 'string' && code.length === 5

/**
 * Whether the failure is temporary and not caused by the statement: the database is unavailable, restarting or full, or
 * another transaction was in the way. A retry may succeed.
 */
export function isTemporary(error: unknown): boolean {
  if (isUnavailable(error) || isDiskFull(error)) return true
  for (const { code, message } of iterateCauses(error)) {
    if (isSqlState(code) && passing.test(code)) return true
    // This process is stopping; another one handles the retry.
    if (message.includes('after calling end on the pool')) return true
  }
  return false
}

const noRoomCodes = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EROFS', '53100'])
/** Messages, because PostgreSQL has a code only for the first. */
const noRoomMessages = /No space left on device|Disk quota exceeded|Read-only file system/

/** Whether a disk, of this process or of the database, cannot be written: full, over its quota, or mounted read-only. */
export function isDiskFull(error: unknown): boolean {
  for (const { code, message } of iterateCauses(error))
    if (noRoomCodes.has(code) || (isSqlState(code) && noRoomMessages.test(message))) return true
  return false
}

/**
 * Whether a job failed because the database is unavailable or a disk is full: it will succeed once that is over. Lock and
 * statement timeouts are excluded, because a job that always has them is itself the cause.
 */
export function isOutage(error: unknown): boolean {
  if (isDiskFull(error)) return true
  for (const each of iterateCauses(error)) {
    if (each instanceof NoConnection) return true
    if (isSqlState(each.code) && outages.test(each.code)) return true
    if (each.message.startsWith('Connection terminated')) return true
  }
  return false
}
