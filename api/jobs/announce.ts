import type { LiveTopic } from '@adire/contract/live.ts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../database/connect.ts'
import { outbox } from './tables.ts'
import { wakeAfterCommit } from './wake.ts'

/** Job name of announcements in the outbox; the dispatcher notifies open dashboards and queues nothing. */
const announcement = 'announcement'
export const announcementChannel = 'adire_announcements'

/**
 * Notifies the open dashboards of a business or user of a change, after the transaction commits. Almost every change does it, so the
 * statement is not built each time.
 */
export async function announceTopic(tx: Tx, about: string, topic: LiveTopic): Promise<void> {
  const payload = JSON.stringify(`${topic}:${about}`)
  const text = 'insert into outbox (job, payload) values ($1, $2)'
  await tx.$client.query({ name: 'announce_topic', text, values: [announcement, payload] })
  wakeAfterCommit(tx)
}

/** Ends the streams of these sessions in every process, after the transaction commits. */
export async function announceEnds(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  const rows = sessionIds.map((id) => ({ job: announcement, payload: `${endedTopic}:${id}` }))
  if (rows.length === 0) return
  await tx.insert(outbox).values(rows)
  wakeAfterCommit(tx)
}

/** Pseudo-topic for ended sessions; never sent to a dashboard. */
export const endedTopic = 'ended'

/** Separates announcements, as lines, from jobs. */
export function partAnnouncements<Row extends { job: string; payload: unknown }>(
  rows: readonly Row[],
): [string[], Row[]] {
  const announcementRows = rows.filter(({ job }) => job === announcement)
  return [announcementRows.map(({ payload }) => String(payload)), rows.filter(({ job }) => job !== announcement)]
}

/** Lines per notification, whose payload is limited to 8000 bytes. */
const linesEach = 100

/** Sends announcements without duplicates. Many per notification, because each takes a lock shared by all commits. */
export async function notifyListeners(tx: Tx, lines: readonly string[]): Promise<void> {
  const each = [...new Set(lines)]
  for (let from = 0; from < each.length; from += linesEach)
    await tx.execute(sql`select pg_notify(${announcementChannel}, ${each.slice(from, from + linesEach).join('\n')})`)
}
