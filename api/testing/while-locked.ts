import type pg from 'pg'
import { asOneClient } from '../database/one-client.ts'
import type { TestApp } from './app.ts'
import { nodeUrls } from './database.ts'

/**
 * Sends requests while a statement locks rows or tables that they need: each one as soon as the one before waits for a lock or has ended.
 * So they overlap in the same way every time.
 */
export async function sendWhileLocked<T>(
  { runtime: { database } }: Pick<TestApp, 'runtime'>,
  statement: string,
  requests: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  const [, ...workers] = nodeUrls(database.url)
  // A new connection for each read: pg_stat_activity is a snapshot within one transaction.
  const countWaiting = async () => {
    const counts = await Promise.all([
      database.readPrimary((tx) => countOn(tx.$client)),
      ...workers.map((url) => asOneClient(url, countOn)),
    ])
    return counts.reduce((sum, count) => sum + count, 0)
  }
  const sent = await database.write(async ({ $client }) => {
    await $client.query(statement)
    const all: Promise<T>[] = []
    for (const request of requests) {
      const before = await countWaiting()
      let hasEnded = false
      const one = request().finally(() => {
        hasEnded = true
      })
      one.catch(() => {})
      all.push(one)
      while (!hasEnded && (await countWaiting()) <= before);
    }
    return { all }
  })
  return Promise.allSettled(sent.all)
}

async function countOn(client: Pick<pg.Client, 'query'>): Promise<number> {
  const { rows } = await client.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]!.waiting
}
