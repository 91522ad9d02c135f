import { minuteMs } from '@adire/contract/durations.ts'
import type * as z from 'zod/mini'
import type { Tx } from '../database/connect.ts'
import { type CollectedInsert, insertAtCommit } from '../database/write-at-commit.ts'
import { wakeAfterCommit } from './wake.ts'

/** A job: its name and the schema of its payload. */
export interface Job<Payload = unknown> {
  name: string
  payload: z.ZodMiniType<Payload>
}

export const defineJob = <Payload>(name: string, payload: z.ZodMiniType<Payload>): Job<Payload> => ({ name, payload })

/** A message of the outbox, without `run_at` due at once. */
const outboxInsert: CollectedInsert = {
  name: 'jobs',
  columns: { job: 'text', payload: 'jsonb', key: 'text', merchant_id: 'uuid', run_at: 'timestamptz' },
  text: (given) => `insert into outbox (job, payload, key, merchant_id, run_at)
    select job, payload, key, merchant_id, coalesce(run_at, '-infinity') from ${given}`,
}

interface Options {
  merchantId?: string | undefined
  key?: string | undefined
  runAt?: Date | undefined
}

/**
 * Enqueues a job in the caller's transaction (outbox): it runs if and only if the transaction commits, at least once.
 * Jobs with the same `key` run once. `runAt` is the earliest time. With `merchantId`, `runAt` and the job use the clock of
 * that business.
 */
export async function enqueueJob<Payload>(
  tx: Tx,
  { name }: Job<Payload>,
  payload: Payload,
  { merchantId, key, runAt }: Options = {},
): Promise<void> {
  await insertAtCommit(tx, outboxInsert, [name, JSON.stringify(payload), key, merchantId, runAt])
  if (!runAt) wakeAfterCommit(tx)
}

/** Key of a job that runs at most once in a minute, however often it is enqueued. */
export const keyOfMinute = (key: string, now: Date): string => `${key}:${Math.floor(now.getTime() / minuteMs)}`

/** Enqueues many jobs, on the wall clock. */
export async function enqueueEach<Payload>(
  tx: Tx,
  job: Job<Payload>,
  messages: readonly { payload: Payload; key: string; runAt: Date }[],
): Promise<void> {
  for (const { payload, key, runAt } of messages) await enqueueJob(tx, job, payload, { key, runAt })
}
