import { setTimeout as pause } from 'node:timers/promises'
import type { Parsed } from '@adire/contract/endpoint.ts'
import { type createWebhookListener, type listenForWebhooks, webhookLimits } from '@adire/contract/webhooks.ts'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { MerchantContext, Steps } from '../../context.ts'
import { fromCursor, notACursor, toCursor } from '../../database/keyset.ts'
import { problem } from '../../http/problem.ts'
import { newSecret, publicIdOf } from './secret.ts'
import { webhookListeners } from './tables.ts'

const mostListeners = 5
const mostEvents = 50
const lookAgainMs = 500

/** Where somebody who begins now begins to hear: with what is not committed yet. */
const nowText = `select pg_snapshot_xmin(pg_current_snapshot())::text as xid`

export async function startListening(context: MerchantContext, _input: Parsed<typeof createWebhookListener>) {
  const { tx, merchant, mode, realNow } = context
  if (mode !== 'TEST') throw problem.forbidden('Listening is for test mode: give live events an endpoint of their own')
  await tx
    .delete(webhookListeners)
    .where(and(eq(webhookListeners.merchantId, merchant.id), lte(webhookListeners.until, realNow)))
  if ((await tx.$count(webhookListeners, eq(webhookListeners.merchantId, merchant.id))) >= mostListeners)
    throw problem.conflict('too_many_listeners', `${mostListeners} listen already: stop one, and wait two minutes`)
  const until = new Date(realNow.getTime() + webhookLimits.listenerMs)
  const [listener] = await tx
    .insert(webhookListeners)
    .values({ merchantId: merchant.id, until })
    .returning({ id: webhookListeners.id })
  const { rows } = await tx.$client.query<{ xid: string }>(nowText)
  // Who forwards signs, so nobody but she needs the secret, and we forget it.
  return { id: listener!.id, secret: newSecret(), cursor: toCursor([rows[0]!.xid, '0']) }
}

/** Of one listener the newest question is answered; an older one that still waits is let go. */
const asking = new Map<string, symbol>()

export async function listen(
  steps: Steps<MerchantContext>,
  { id, cursor, waitMs }: Parsed<typeof listenForWebhooks>,
): Promise<{ content: { id: string; body: string }[]; cursor: string }> {
  const me = Symbol(id)
  const from = cursor === undefined ? undefined : placeOf(cursor)
  const since = from ?? (await steps.write((context) => startOf(context)))
  await steps.write((context) => stayAlive(context, id))
  asking.set(id, me)
  try {
    const until = Date.now() + waitMs
    for (;;) {
      const heard = await steps.write((context) => eventsAfter(context, since))
      if (heard.content.length > 0 || Date.now() >= until || asking.get(id) !== me) return heard
      await pause(Math.min(lookAgainMs, Math.max(1, until - Date.now())))
    }
  } finally {
    if (asking.get(id) === me) asking.delete(id)
  }
}

interface Place {
  xid: string
  place: string
}

function placeOf(cursor: string): Place {
  const [xid, place] = fromCursor(cursor, 2) as [string, string]
  if (!/^\d{1,19}$/.test(xid) || !/^\d{1,18}$/.test(place) || BigInt(xid) > 2n ** 63n) throw notACursor()
  return { xid, place }
}

async function startOf({ tx }: MerchantContext): Promise<Place> {
  const { rows } = await tx.$client.query<{ xid: string }>(nowText)
  return { xid: rows[0]!.xid, place: '0' }
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

/**
 * What was committed after a place, in an order that stays: only of transactions numbered below all that still run, so
 * that none is passed over because it was slow.
 */
async function eventsAfter({ tx, merchant }: MerchantContext, since: Place) {
  const { rows } = await tx.$client.query<{ id: string; body: string; xid: string; place: string }>({
    name: 'webhooks_heard',
    text: `
      select id, body, xid::text as xid, place::text as place from webhook_events
      where merchant_id = $1 and (xid, place) > ($2::text::xid8, $3::bigint)
        and xid < pg_snapshot_xmin(pg_current_snapshot()) and not is_test
      order by xid, place limit ${mostEvents}`,
    values: [merchant.id, since.xid, since.place],
  })
  const last = rows.at(-1) ?? since
  return {
    content: rows.map(({ id, body }) => ({ id: publicIdOf(id), body })),
    cursor: toCursor([last.xid, last.place]),
  }
}
