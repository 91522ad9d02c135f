import { setTimeout as pause } from 'node:timers/promises'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { type createWebhookListener, type listenForWebhooks, webhookLimits } from '@adire/contract/webhooks.ts'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { MerchantContext, UnitOfWork } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { fromCursor, invalidCursor, toCursor } from '../../database/keyset.ts'
import { problem } from '../../http/problem.ts'
import { requireTestMode } from '../lifecycle/test-mode.ts'
import { lockMerchant } from '../merchants/lock-merchant.ts'
import { newSecret, toPublicEventId } from './secret.ts'
import { webhookListeners, webhookSequences } from './tables.ts'

const maxListeners = 5
const maxEvents = 50
const lookAgainMs = 500

export async function createWebhookListenerHandler(
  context: MerchantContext,
  _input: ParsedInput<typeof createWebhookListener>,
) {
  const { tx, merchant, mode, realNow } = context
  requireTestMode({ mode }, 'You can listen in Test Mode only. For live events, add an endpoint')
  await lockMerchant(context)
  await tx
    .delete(webhookListeners)
    .where(and(eq(webhookListeners.merchantId, merchant.id), lte(webhookListeners.until, realNow)))
  if ((await tx.$count(webhookListeners, eq(webhookListeners.merchantId, merchant.id))) >= maxListeners)
    throw problem.conflict(
      'too_many_listeners',
      `There are already ${maxListeners} listeners. Stop one and wait two minutes`,
    )
  const until = new Date(realNow.getTime() + webhookLimits.listenerMs)
  const [listener] = await tx
    .insert(webhookListeners)
    .values({ merchantId: merchant.id, until })
    .returning({ id: webhookListeners.id })
  // The listener signs what it forwards, so only it needs the secret. We do not store it.
  return { id: listener!.id, secret: newSecret(), cursor: encodeCursor(await giveNumbers(tx, merchant.id)) }
}

/** The newest waiting request of each listener. An older request that still waits returns at once. */
const waitingRequests = new Map<string, symbol>()

export async function listenForWebhooksHandler(
  unitOfWork: UnitOfWork<MerchantContext>,
  { id, cursor, waitMs }: ParsedInput<typeof listenForWebhooks>,
): Promise<{ content: { id: string; body: string }[]; cursor: string }> {
  const me = Symbol(id)
  const from = cursor === undefined ? undefined : parseCursor(cursor)
  const last = await unitOfWork.write(async (context) => {
    await stayAlive(context, id)
    return giveNumbers(context.tx, context.merchant.id)
  })
  // The cursor is above the last number given, so it comes from a database that was replaced by an older backup.
  if (from !== undefined && from > last) throw outdated()
  const since = from ?? last
  waitingRequests.set(id, me)
  try {
    const until = Date.now() + waitMs
    for (;;) {
      const page = await unitOfWork.write((context) => eventsAfter(context, since))
      if (page.content.length > 0 || Date.now() >= until || waitingRequests.get(id) !== me) return page
      await pause(Math.min(lookAgainMs, Math.max(1, until - Date.now())))
    }
  } finally {
    if (waitingRequests.get(id) === me) waitingRequests.delete(id)
  }
}

/** Marks cursors that contain sequence numbers; cursors of earlier versions began with a number. */
const cursorKind = 'sequence'
const encodeCursor = (sequence: number) => toCursor([cursorKind, String(sequence)])

/** @throws 422 webhook_cursor_outdated if the cursor has the format of an earlier version */
function parseCursor(cursor: string): number {
  const [kind, sequence] = fromCursor(cursor, 2) as [string, string]
  if (!/^\d{1,15}$/.test(sequence)) throw invalidCursor()
  if (kind === cursorKind) return Number(sequence)
  throw /^\d{1,20}$/.test(kind) ? outdated() : invalidCursor()
}

const outdated = () =>
  problem.field(
    'cursor',
    'This cursor is from before the platform was upgraded or restored. Create a new listener and use its cursor.',
    'webhook_cursor_outdated',
  )

/** Maximum number of events that one statement numbers. */
const maxNumbered = 1_000

/**
 * Gives the next sequence numbers to committed events of a business that have none; returns the last number given. The counter
 * row stays locked until the transaction ends, so a new number is never below one that a listener has already read, however
 * late its event was committed.
 */
async function giveNumbers(tx: Tx, merchantId: string): Promise<number> {
  const { rows } = await tx.$client.query<{ last: number; waits: boolean }>({
    name: 'webhooks_numbered_to',
    text: `select coalesce((select last from webhook_sequences where merchant_id = $1), 0) as last,
             exists (select 1 from webhook_events where merchant_id = $1 and is_listened_to and sequence is null) as waits`,
    values: [merchantId],
  })
  if (!rows[0]!.waits) return rows[0]!.last
  await tx.insert(webhookSequences).values({ merchantId, last: 0 }).onConflictDoNothing()
  await tx.select().from(webhookSequences).where(eq(webhookSequences.merchantId, merchantId)).for('update')
  // A separate statement, so that it sees what other transactions numbered while it waited for the lock.
  const { rows: numbered } = await tx.$client.query<{ last: number }>({
    name: 'webhooks_number',
    text: `
      with waiting as materialized (
        select id from webhook_events where merchant_id = $1 and is_listened_to and sequence is null
        order by id limit ${maxNumbered}
      ), numbered as (
        select waiting.id, last + row_number() over (order by waiting.id) as sequence
        from waiting, webhook_sequences where merchant_id = $1
      ), written as (
        update webhook_events event set sequence = numbered.sequence from numbered
        where event.merchant_id = $1 and event.id = numbered.id
      )
      update webhook_sequences set last = greatest(last, (select max(sequence) from numbered))
      where merchant_id = $1 returning last`,
    values: [merchantId],
  })
  return numbered[0]!.last
}

async function stayAlive({ tx, merchant, realNow }: MerchantContext, id: string): Promise<void> {
  const until = new Date(realNow.getTime() + webhookLimits.listenerMs)
  const alive = await tx
    .update(webhookListeners)
    .set({ until })
    .where(
      and(
        eq(webhookListeners.merchantId, merchant.id),
        eq(webhookListeners.id, id),
        gt(webhookListeners.until, realNow),
      ),
    )
    .returning({ id: webhookListeners.id })
  if (alive.length === 0) throw problem.notFound('webhook listener')
}

/** Events after a sequence number, in order of these numbers. */
async function eventsAfter({ tx, merchant }: MerchantContext, since: number) {
  await giveNumbers(tx, merchant.id)
  const { rows } = await tx.$client.query<{ id: string; body: string; sequence: number }>({
    name: 'webhooks_heard',
    text: `
      select id, body, sequence from webhook_events
      where merchant_id = $1 and is_listened_to and sequence > $2 order by sequence limit ${maxEvents}`,
    values: [merchant.id, since],
  })
  return {
    content: rows.map(({ id, body }) => ({ id: toPublicEventId(id), body })),
    cursor: encodeCursor(rows.at(-1)?.sequence ?? since),
  }
}
