import type { LiveTopic } from '@adire/contract/live.ts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../database/connect.ts'
import { outbox } from './tables.ts'

/** Stands in the outbox where a job's name does; the dispatcher tells the open dashboards and queues nothing. */
const announcement = 'announcement'
export const announcementChannel = 'adire_announcements'

/** Tells the open dashboards of a business or a user, once the transaction is kept, that something has changed. */
export const announceTopic = (tx: Tx, about: string, topic: LiveTopic) =>
  tx.insert(outbox).values({ job: announcement, payload: `${topic}:${about}` })

/** Ends the streams of these sessions in every process, once the transaction is kept. */
export async function announceEnds(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  const rows = sessionIds.map((id) => ({ job: announcement, payload: `${endedTopic}:${id}` }))
  if (rows.length > 0) await tx.insert(outbox).values(rows)
}

/** Stands where a topic does; it is for streams, never sent to a dashboard. */
export const endedTopic = 'ended'

/** Parts what is only to be told, as lines, from what is to be done. */
export function partAnnouncements<Row extends { job: string; payload: unknown }>(
  rows: readonly Row[],
): [string[], Row[]] {
  const announcementRows = rows.filter(({ job }) => job === announcement)
  return [announcementRows.map(({ payload }) => String(payload)), rows.filter(({ job }) => job !== announcement)]
}

/** A notification holds less than 8000 bytes: this many lines are safe. */
const linesEach = 100

/** Says what is to be announced, each thing once. One notification for many: each takes a lock that all commits share. */
export async function notifyListeners(tx: Tx, lines: readonly string[]): Promise<void> {
  const each = [...new Set(lines)]
  for (let from = 0; from < each.length; from += linesEach)
    await tx.execute(sql`select pg_notify(${announcementChannel}, ${each.slice(from, from + linesEach).join('\n')})`)
}
