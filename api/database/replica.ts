import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryConfig } from 'pg'
import type { Tx } from './connect.ts'
import { isUnavailable } from './unavailable.ts'

/** Runs a read on one server. */
export type ReadTransaction = <T>(callback: (tx: Tx) => Promise<T>) => Promise<T>

/** Pauses between checks, in ms, while a read waits for the replica to reach the primary's position. */
const catchUpMs = [1, 2, 4, 8, 16]
/** Timeout of the position query on the replica, in ms. */
const responseTimeoutMs = 1000
/** How long a replica that failed or lags gets no reads, in ms: doubled after each consecutive failure. */
const firstPauseMs = 1000
const longestPauseMs = 30_000

/**
 * Reads from a streaming replica, with all data committed before the read started: the replica must have replayed the
 * primary's WAL position of that moment. If it has not within about 30 ms, or does not respond, the primary is read and the
 * replica is skipped for a while.
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

/** WAL position of the primary that covers all acknowledged commits. Without synchronous commit they may not be flushed yet. */
async function committedPosition(tx: Tx): Promise<string> {
  const { rows } = await tx.$client.query<{ position: string }>(
    `select case when current_setting('synchronous_commit') = 'off'
       then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end::text as position`,
  )
  return rows[0]!.position
}

/** Whether the replica reaches a position in time. A promoted replica is not in recovery, so it never does and is skipped. */
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

/** Shares a query among reads that start while one is running: they wait for the next, so its result is never too old. */
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
