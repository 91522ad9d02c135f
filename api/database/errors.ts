import { isUnavailable, iterateCauses, NoConnection } from './unavailable.ts'

/**
 * Another attempt meets another moment: 40 and 55P03 (deadlock, serialization, lock_timeout), 57 (statement_timeout, restarts),
 * 25P03 (idle too long in a transaction), 53 (connections, memory or disk used up).
 */
const passing = /^(40|53|55P03|57|25P03)/

/** SQLSTATEs of a server that is going away, starting, or out of connections, memory or disk: never of a statement. */
const outages = /^(08|53|57P0[1-4]|58)/

const isSqlState = (code: unknown): code is string => typeof code === 'string' && code.length === 5

/**
 * Whether the database could not do this now, through no fault of the statement: it is away, restarting, full, or another
 * transaction was in the way. The same call may succeed a moment later.
 */
export function isTemporary(error: unknown): boolean {
  if (isUnavailable(error) || isDiskFull(error)) return true
  for (const { code, message } of iterateCauses(error)) {
    if (isSqlState(code) && passing.test(code)) return true
    // This process is ending: another one answers.
    if (message.includes('after calling end on the pool')) return true
  }
  return false
}

const noRoomCodes = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EROFS', '53100'])
/** PostgreSQL has a code for the first only. */
const noRoomMessages = /No space left on device|Disk quota exceeded|Read-only file system/

/** Whether a disk, of this process or of the database, takes no more: it is full, over its quota, or mounted read-only. */
export function isDiskFull(error: unknown): boolean {
  for (const { code, message } of iterateCauses(error))
    if (noRoomCodes.has(code) || (isSqlState(code) && noRoomMessages.test(message))) return true
  return false
}

/**
 * Whether work failed because the database is away or a disk is full: neither the work nor somebody else's server is the
 * reason, and it will succeed when that is over. A lock or a timeout is none: work that always meets one is at fault itself.
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
