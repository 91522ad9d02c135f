import type { LiveTopic } from '@adire/contract/live.ts'
import { sql } from 'drizzle-orm'
import type { Tx } from '../database/connect.ts'
import { type CollectedInsert, insertAtCommit } from '../database/write-at-commit.ts'
import { wakeAfterCommit } from './wake.ts'

/** Job name of live updates in the outbox; the dispatcher notifies open dashboards and queues nothing. */
const liveUpdate = 'announcement'
export const liveUpdateChannel = 'adire_announcements'

const liveUpdateInsert: CollectedInsert = {
  name: 'live',
  columns: { line: 'text' },
  text: (given) => `insert into outbox (job, payload) select '${liveUpdate}', to_jsonb(line) from ${given}`,
  isDistinct: true,
}

async function announceLine(tx: Tx, line: string): Promise<void> {
  await insertAtCommit(tx, liveUpdateInsert, [line])
  wakeAfterCommit(tx)
}

/** Notifies the open dashboards of a business or user of a change, after the transaction commits. */
export async function announceTopic(tx: Tx, about: string, topic: LiveTopic): Promise<void> {
  await announceLine(tx, `${topic}:${about}`)
}

/** Ends the streams of these sessions in every process, after the transaction commits. */
export async function announceSessionEnds(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  for (const id of sessionIds) await announceLine(tx, `${sessionEndTopic}:${id}`)
}

/** Pseudo-topic for ended sessions; never sent to a dashboard. */
export const sessionEndTopic = 'ended'

/** Separates messages of the outbox: the lines of live updates, and the jobs. */
export function separateLiveUpdates<Row extends { job: string; payload: unknown }>(
  rows: readonly Row[],
): [string[], Row[]] {
  const liveUpdates = rows.filter(({ job }) => job === liveUpdate)
  return [liveUpdates.map(({ payload }) => String(payload)), rows.filter(({ job }) => job !== liveUpdate)]
}

/** Lines per notification, whose payload is limited to 8000 bytes. */
const linesPerNotification = 100

/** Sends live updates without duplicates. Many per notification, because each takes a lock shared by all commits. */
export async function notifyListeners(tx: Tx, lines: readonly string[]): Promise<void> {
  const distinct = [...new Set(lines)]
  for (let from = 0; from < distinct.length; from += linesPerNotification)
    await tx.execute(
      sql`select pg_notify(${liveUpdateChannel}, ${distinct.slice(from, from + linesPerNotification).join('\n')})`,
    )
}
