import type * as z from 'zod/mini'
import type { Tx } from '../database/connect.ts'
import { outbox } from './tables.ts'

/** A named piece of background work and the shape of what it is given. */
export interface Job<Payload = unknown> {
  name: string
  payload: z.ZodMiniType<Payload>
}

export const defineJob = <Payload>(name: string, payload: z.ZodMiniType<Payload>): Job<Payload> => ({ name, payload })

/**
 * Promises work inside the caller's transaction: it is done if and only if the transaction is kept, at least once.
 * `key` makes equal promises one; `runAt` is the earliest time, by the clock of the business `merchantId` where it is given:
 * the work then runs in that business's time.
 */
export async function enqueueJob<Payload>(
  tx: Tx,
  { name }: Job<Payload>,
  payload: Payload,
  { merchantId, key, runAt }: { merchantId?: string; key?: string; runAt?: Date } = {},
): Promise<void> {
  await tx.insert(outbox).values({ job: name, payload, merchantId, key, runAt })
}

/** The same for many at once, none of which is of one business's own time. */
export async function enqueueEach<Payload>(
  tx: Tx,
  { name }: Job<Payload>,
  messages: readonly { payload: Payload; key: string; runAt: Date }[],
): Promise<void> {
  if (messages.length > 0) await tx.insert(outbox).values(messages.map((one) => ({ job: name, ...one })))
}
