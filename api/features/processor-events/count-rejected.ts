import type { Logger } from 'pino'
import type { Processor } from '../../connectors/processors.ts'
import type { Database } from '../../database/connect.ts'
import { lagosDay } from '../../lagos.ts'
import type { rejectedEvents } from './tables.ts'

type Rejected = typeof rejectedEvents.$inferSelect

/** How long counts are kept in memory before they are written. A killed process loses this much. */
const batchMs = 2_000

/** Counter of rejected events: a flood of them is one row update in `batchMs`. */
export function rejectedEventCounter(database: Database, log: Pick<Logger, 'error'>) {
  let buffered = new Map<string, Rejected>()
  let timer: NodeJS.Timeout | undefined

  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    const rows = [...buffered.values()]
    buffered = new Map()
    if (rows.length > 0)
      await writeCounts(database, rows).catch((error: Error) => log.error({ err: error }, 'events were not counted'))
  }

  return {
    write,
    add(processor: Processor, reason: Rejected['reason'], at: Date): void {
      const day = lagosDay(at)
      const key = `${processor} ${day} ${reason}`
      buffered.set(key, { processor, day, reason, count: (buffered.get(key)?.count ?? 0) + 1, lastAt: at })
      timer ??= setTimeout(write, batchMs).unref()
    },
  }
}

/** Adds counts, sorted by key to prevent deadlocks between processes. */
async function writeCounts(database: Database, rows: readonly Rejected[]): Promise<void> {
  const column = (name: keyof Rejected) => rows.map((row) => row[name])
  await database.write((tx) =>
    tx.$client.query({
      name: 'rejected_events_add',
      text: `
        insert into rejected_events as old (processor, day, reason, count, last_at)
        select * from unnest($1::text[], $2::date[], $3::text[], $4::integer[], $5::timestamptz[]) order by 1, 2, 3
        on conflict (processor, day, reason) do update
        set count = least(old.count::bigint + excluded.count, 2147483647)::integer, last_at = greatest(old.last_at, excluded.last_at)`,
      values: [column('processor'), column('day'), column('reason'), column('count'), column('lastAt')],
    }),
  )
}
