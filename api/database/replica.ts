import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryConfig } from 'pg'
import type { Tx } from './connect.ts'
import { isUnavailable } from './unavailable.ts'

/** Runs reads on one server. */
export type ReadTransaction = <T>(callback: (tx: Tx) => Promise<T>) => Promise<T>

/** How long a read waits, in ms between looks, for the replica to reach the primary's position. */
const catchUpMs = [1, 2, 4, 8, 16]
/** A replica that takes longer to say where it is does not answer. */
const responseTimeoutMs = 1000
/** How long a replica that failed or is late gets no reads: doubled at each failure in a row. */
const firstPauseMs = 1000
const longestPauseMs = 30_000

/**
 * Reads from a streaming replica, never older than what was committed when the read began: the replica must have replayed
 * the primary's position of that moment. Where it has not within some 30 ms, or does not answer, the primary is read
 * instead and the replica is left out for a while.
 */
export function readFromReplica(onPrimary: ReadTransaction, onReplica: ReadTransaction): ReadTransaction {
  const position = shareQuery(() => onPrimary(committedPosition))
  const pause = pausing()
  return async (callback) => {
    if (pause.isPaused()) return onPrimary(callback)
    const target = await position()
    const found = await onReplica(async (tx) =>
      (await catchesUp(tx, target)) ? { result: await callback(tx) } : undefined,
    ).catch((error) => {
      if (!isUnavailable(error)) throw error
    })
    if (found) {
      pause.end()
      return found.result
    }
    pause.begin()
    return onPrimary(callback)
  }
}

/** Where the log of the primary ends, of all that is acknowledged. Without synchronous commit that is more than is flushed. */
async function committedPosition(tx: Tx): Promise<string> {
  const { rows } = await tx.$client.query<{ position: string }>(
    `select case when current_setting('synchronous_commit') = 'off'
       then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end::text as position`,
  )
  return rows[0]!.position
}

/** A server that is not in recovery follows nobody, so it never catches up: a promoted replica is left out. */
async function catchesUp(tx: Tx, position: string): Promise<boolean> {
  for (const waitMs of [...catchUpMs, undefined]) {
    const { rows } = await tx.$client.query<{ replayed: boolean }>({
      text: 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as replayed',
      values: [position],
      query_timeout: responseTimeoutMs,
    } as QueryConfig)
    if (rows[0]!.replayed) return true
    if (waitMs !== undefined) await sleep(waitMs)
  }
  return false
}

/** One query for all reads that begin while an earlier one is under way: its answer is never older than its reads. */
function shareQuery<T>(query: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | undefined
  let next: Promise<T> | undefined
  const start = () => {
    next = undefined
    const mine = query()
    const ended = mine
      .catch(() => {})
      .finally(() => {
        if (running === ended) running = undefined
      })
    running = ended
    return mine
  }
  return () => {
    if (!running) return start()
    next ??= running.then(start)
    return next
  }
}

function pausing() {
  let untilMs = 0
  let pauseMs = firstPauseMs
  return {
    isPaused: () => performance.now() < untilMs,
    begin() {
      untilMs = performance.now() + pauseMs
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    },
    end() {
      pauseMs = firstPauseMs
    },
  }
}
