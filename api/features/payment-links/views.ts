import type { Logger } from 'pino'
import type { Database } from '../../database/connect.ts'
import { lagosDay } from '../../lagos.ts'

/** How long views are buffered before they are written. A killed process loses this much. */
const batchMs = 2_000
/** Maximum number of links in the buffer. Views of further links are not counted, to bound memory. */
const linksAtOnce = 10_000

export type ViewCounter = ReturnType<typeof viewCounter>

interface Seen {
  merchantId: string
  id: string
}

/**
 * Counter of page views, buffered in memory and written in batches: rendering a page never waits for a write, and a thousand views
 * of one page in a second are one row update. The number is approximate and may be a few too low.
 */
export function viewCounter(database: Database, log: Pick<Logger, 'error'>) {
  let buffered = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    const views = buffered
    if (views.size === 0) return
    buffered = new Map()
    await writeViews(database, views).catch((error: Error) => log.error({ err: error }, 'views were not counted'))
  }

  return {
    write,
    add({ merchantId, id }: Seen, at: Date): void {
      const key = `${merchantId} ${id} ${lagosDay(at)}`
      const before = buffered.get(key)
      if (before === undefined && buffered.size >= linksAtOnce) return
      buffered.set(key, (before ?? 0) + 1)
      timer ??= setTimeout(write, batchMs).unref()
    },
  }
}

/** Writes the views of links that still exist, sorted by key to prevent deadlocks between processes. */
async function writeViews(database: Database, views: Map<string, number>): Promise<void> {
  const rows = [...views].map(([key, count]) => [...key.split(' '), count])
  const column = (index: number) => rows.map((row) => row[index])
  await database.write((tx) =>
    tx.$client.query({
      name: 'payment_link_views_add',
      text: `
        insert into payment_link_views as old (merchant_id, payment_link_id, day, views)
        select seen.merchant_id, seen.id, seen.day, seen.views
        from unnest($1::uuid[], $2::uuid[], $3::date[], $4::bigint[]) as seen (merchant_id, id, day, views)
        join payment_links link on link.merchant_id = seen.merchant_id and link.id = seen.id
        order by 1, 2, 3
        on conflict (merchant_id, payment_link_id, day) do update set views = old.views + excluded.views`,
      values: [column(0), column(1), column(2), column(3)],
    }),
  )
}
