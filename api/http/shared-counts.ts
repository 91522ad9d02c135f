import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../database/connect.ts'
import type { Runtime } from '../runtime.ts'

const exchangeMs = 1000
/** Length of the windows in which processes add up their counts, in ms. Older windows are deleted. */
const windowMs = 10_000
const keptMs = 60_000

/** Requests of callers, counted by all processes. */
export interface SharedCounts {
  /** Counts one request to this process. */
  count(caller: string): void
  /** Tells the other processes what was counted since the last exchange, and learns what they counted. */
  exchange(): Promise<void>
}

/**
 * Counts requests for limits that all processes share. A request costs one addition in memory; once a second a process adds the counts of
 * busy callers, those with at least `least` requests since the last exchange, to the database, and calls `onOthers` with the requests that
 * other processes counted meanwhile. So a limit is known a second late, and a caller that is not busy in any process is not shared.
 */
export function openSharedCounts(
  { database, clock }: Pick<Runtime, 'database' | 'clock'>,
  least: number,
  onOthers: (caller: string, requests: number) => void,
): SharedCounts {
  let counts = new Map<string, number>()
  /** Counts of the present window by hash: of this process, and of others as far as they were passed on. */
  let known = new Map<string, { own: number; others: number }>()
  let window = 0
  return {
    count: (caller) => void counts.set(caller, (counts.get(caller) ?? 0) + 1),
    async exchange() {
      const busy = new Map(
        [...counts]
          .filter(([, requests]) => requests >= least)
          .map(([caller, requests]) => [hashed(caller), { caller, requests }]),
      )
      counts = new Map()
      const present = Math.floor(clock().getTime() / windowMs)
      if (present !== window) {
        known = new Map()
        window = present
      }
      if (busy.size === 0) return
      for (const [hash, { requests }] of busy) {
        const { own, others } = known.get(hash) ?? { own: 0, others: 0 }
        known.set(hash, { own: own + requests, others })
      }
      for (const { hash, total } of await addCounts(database, present, busy)) {
        const { own, others } = known.get(hash)!
        if (total - own <= others) continue
        known.set(hash, { own, others: total - own })
        onOthers(busy.get(hash)!.caller, total - own - others)
      }
    },
  }
}

/** Exchanges once a second until the returned function is called. A failure is logged: the limits then apply to each process. */
export function startExchanging({ exchange }: SharedCounts, log: Logger): () => Promise<void> {
  const ending = new AbortController()
  const run = async () => {
    while (!ending.signal.aborted) {
      await exchange().catch((error) => log.warn({ err: error }, 'sharing the request limits failed'))
      await sleep(exchangeMs, undefined, { signal: ending.signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return () => {
    ending.abort()
    return running
  }
}

/** Callers are networks and sessions: their names are not stored. */
const hashed = (caller: string) => createHash('sha256').update(caller).digest('base64url').slice(0, 22)

function addCounts(database: Database, window: number, busy: ReadonlyMap<string, { requests: number }>) {
  // In one order in all processes, so that they cannot deadlock.
  const sorted = [...busy].sort(([one], [other]) => (one < other ? -1 : 1))
  return database.write(async (tx) => {
    const { rows } = await tx.$client.query<{ hash: string; total: number }>({
      name: 'request_counts_add',
      text: `
        with old as (delete from request_counts where time_window < $1::int - $4::int)
        insert into request_counts as shared (caller, time_window, requests)
        select caller, $1::int, requests from unnest($2::text[], $3::int[]) as added (caller, requests)
        on conflict (caller, time_window) do update set requests = shared.requests + excluded.requests
        returning caller as hash, requests as total`,
      values: [window, sorted.map(([hash]) => hash), sorted.map(([, { requests }]) => requests), keptMs / windowMs],
    })
    return rows
  })
}
