import type { Tx } from '../database/connect.ts'
import type { Job } from './queue.ts'

/** Whether the queue exists: the first worker of a new database creates it. */
export async function hasQueue(tx: Tx): Promise<boolean> {
  const { rows } = await tx.$client.query<{ isThere: boolean }>(
    `select to_regclass('pgboss.job') is not null as "isThere"`,
  )
  return rows[0]!.isThere
}

/** A running job whose process stopped sending heartbeats to the queue. Every process sends one per job every five seconds. */
export const isInterrupted = `state = 'active' and heartbeat_on + heartbeat_seconds * interval '1s' < now()`

const inOutbox = 'exists (select from outbox where merchant_id is null and job = $1 and payload = $2)'
const inQueue = `exists (
  select from pgboss.job where name = $1 and state in ('created', 'active') and (${isInterrupted}) is not true
    and data -> 'payload' = $2
)`

/**
 * Whether a job without a business waits for its first attempt or is running. A job that failed and waits for another attempt does not
 * count, nor does an interrupted one.
 */
export async function isJobDue<Payload>(tx: Tx, { name }: Job<Payload>, payload: Payload): Promise<boolean> {
  const places = (await hasQueue(tx)) ? `${inOutbox} or ${inQueue}` : inOutbox
  const { rows } = await tx.$client.query<{ isDue: boolean }>(`select ${places} as "isDue"`, [
    name,
    JSON.stringify(payload),
  ])
  return rows[0]!.isDue
}
