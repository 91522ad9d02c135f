// Requests that are repeated with their idempotency key until they get a response, while the product is killed again and again.
import { type ApiConnection, CallError, callEndpoint } from '@adire/contract/call.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import type { Runtime } from '../api/runtime.ts'
import type { CrashServer } from '../api/testing/crash-server.ts'

/** A request with an idempotency key, until it gets a response. */
export interface Pending {
  key: string
  sent: number
  send(server: CrashServer): Promise<string>
  done(id: string): void
}

export const pending = new Set<Pending>()
export const tally = { requests: 0, cutOff: 0, repeated: 0, running: 0 }

/** Sends a request with its idempotency key. Without a response it stays pending. */
export async function sendRequest(server: CrashServer, request: Pending): Promise<void> {
  pending.add(request)
  tally.requests++
  if (request.sent++ > 0) tally.repeated++
  try {
    request.done(await request.send(server))
    pending.delete(request)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    // The clock of this business is already moving, so this move was never started.
    if (error.code === 'clock_moving') pending.delete(request)
    else if (error.code === 'idempotency_in_progress') tally.running++
    else if (error.status !== 0 && error.status < 500) throw error
    if (error.status === 0) {
      tally.cutOff++
      throw error
    }
  }
}

/** A payment that can be refunded, and the connection of its business to a server. */
export interface Refundable {
  id: string
  connect(server: CrashServer): ApiConnection
}

/** Request to refund a part of the first of these payments; undefined if there is none. `done`: takes its key and the refund's id. */
export function prepareRefund(refundable: Refundable[], done: (key: string, id: string) => void): Pending | undefined {
  const next = refundable.shift()
  if (!next) return undefined
  const key = crypto.randomUUID()
  const input = { id: next.id, amountKobo: 50_000, reason: 'requested_by_customer' as const }
  return {
    key,
    sent: 0,
    send: async (server) =>
      (await callEndpoint(next.connect(server), requestRefund, input, { idempotencyKey: key })).id,
    done: (id) => done(key, id),
  }
}

/** Repeats `callback` until it fails with a connection or server error, which means that the server was killed. */
export async function untilGone(callback: () => Promise<unknown>): Promise<void> {
  try {
    for (;;) await callback()
  } catch (error) {
    if (!(error instanceof CallError && (error.status === 0 || error.status >= 500))) throw error
  }
}

/**
 * Makes the jobs of the killed process available at once. Otherwise each would wait for ten seconds, longer than most of these processes
 * live, and hardly any payout would be in progress at the next kill.
 */
export async function endHeartbeats({ database }: Runtime): Promise<void> {
  await database.write((tx) =>
    tx.$client.query(`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`),
  )
}

/**
 * Makes what waits for its next attempt due at once: jobs that failed, and queries of refunds. After many faults and kills their next pause
 * is up to an hour.
 */
export async function endPauses({ database }: Runtime): Promise<void> {
  await database.write(async (tx) => {
    await tx.$client.query(`update pgboss.job set start_after = now() where state = 'retry' and start_after > now()`)
    await tx.$client.query(`update refunds set check_at = now() where status = 'processing' and check_at > now()`)
  })
}
