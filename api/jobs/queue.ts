import type * as z from 'zod/mini'
import type { Tx } from '../database/connect.ts'
import { outbox } from './tables.ts'
import { wakeAfterCommit } from './wake.ts'

/** A job: its name and the schema of its payload. */
export interface Job<Payload = unknown> {
  name: string
  payload: z.ZodMiniType<Payload>
}

export const defineJob = <Payload>(name: string, payload: z.ZodMiniType<Payload>): Job<Payload> => ({ name, payload })

/**
 * Enqueues a job in the caller's transaction (outbox): it runs if and only if the transaction commits, at least once.
 * Jobs with the same `key` run once. `runAt` is the earliest time. With `merchantId`, `runAt` and the job use the clock of
 * that business.
 */
export async function enqueueJob<Payload>(
  tx: Tx,
  { name }: Job<Payload>,
  payload: Payload,
  { merchantId, key, runAt }: { merchantId?: string; key?: string; runAt?: Date } = {},
): Promise<void> {
  await tx.insert(outbox).values({ job: name, payload, merchantId, key, runAt })
  if (!runAt) wakeAfterCommit(tx)
}

/** Enqueues many jobs, on the wall clock. */
export async function enqueueEach<Payload>(
  tx: Tx,
  { name }: Job<Payload>,
  messages: readonly { payload: Payload; key: string; runAt: Date }[],
): Promise<void> {
  if (messages.length > 0) await tx.insert(outbox).values(messages.map((one) => ({ job: name, ...one })))
}
