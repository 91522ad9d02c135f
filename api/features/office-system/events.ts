import type {
  listProcessorEvents,
  listWebhookHealth,
  replayProcessorEvent,
} from '@adire/contract/back-office/system.ts'
import type { ProcessorEvent, WebhookHealth } from '@adire/contract/back-office/system-schemas.ts'
import { dayMs } from '@adire/contract/durations.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, desc, eq, gte, sql } from 'drizzle-orm'
import { processorName } from '../../connectors/processors.ts'
import type { StaffContext } from '../../context.ts'
import { countUpTo, listByOffset, toListTotal } from '../../http/page.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import * as replay from '../processor-events/replay.ts'
import { processorEvents, rejectedEvents } from '../processor-events/tables.ts'
import { recordStaffEvent } from '../staff/events.ts'

const rejectedDays = 7

/** Events of processors, newest first, and how many were rejected. */
export async function listProcessorEventsHandler(
  { tx, realNow }: StaffContext,
  { limit, offset, status, reference }: ParsedInput<typeof listProcessorEvents>,
) {
  const where = and(
    status && eq(processorEvents.status, status),
    // Our reference begins the processor's, where an underscore is a hyphen.
    reference
      ? sql`starts_with(replace(${processorEvents.reference}, '-', '_'), ${reference.replaceAll('-', '_')})`
      : undefined,
  )
  const rows = await tx
    .select(replay.eventColumns)
    .from(processorEvents)
    .where(where)
    .orderBy(desc(processorEvents.receivedAt), desc(processorEvents.id))
    .limit(limit)
    .offset(offset)
  const rejected = await tx
    .select()
    .from(rejectedEvents)
    .where(gte(rejectedEvents.day, addDays(lagosDay(realNow), 1 - rejectedDays)))
    .orderBy(desc(rejectedEvents.day), rejectedEvents.processor, rejectedEvents.reason)
    .limit(100)
  return {
    content: rows.map(toEventResponse),
    ...toListTotal(await countUpTo(tx, processorEvents, where)),
    offset,
    limit,
    rejected: rejected.map(({ processor, day, reason, count }) => ({
      processor: processorName(processor),
      ...{ day, reason, count },
    })),
  }
}

/** Processes an event again. Recorded once for requests at the same moment. */
export async function replayProcessorEventHandler(
  context: StaffContext,
  { id }: ParsedInput<typeof replayProcessorEvent>,
) {
  const isReplayed = await replay.replayProcessorEvent(context.tx, id)
  const event = await replay.findProcessorEvent(context.tx, id)
  if (isReplayed)
    await recordStaffEvent(context, {
      action: 'event.replayed',
      object: `${event.name ?? 'event'} ${event.reference ?? id}`,
    })
  return toEventResponse(event)
}

const toEventResponse = ({ receivedAt, processedAt, processor, ...event }: replay.EventRecord): ProcessorEvent => ({
  ...event,
  processor: processorName(processor),
  receivedAt: receivedAt.toISOString(),
  processedAt: processedAt?.toISOString() ?? null,
})

type HealthRow = Omit<WebhookHealth, 'business' | 'endpointId'> & {
  id: string
  merchantId: string
  name: string
  code: string
}

/** Webhook endpoints of a mode with their deliveries of the last 24 hours; those with failures first. */
export const listWebhookHealthHandler = (
  { tx, realNow }: StaffContext,
  { mode, ...page }: ParsedInput<typeof listWebhookHealth>,
) =>
  listByOffset(tx, page, {
    query: `with recent as (
       select merchant_id, endpoint_id,
              (count(*) filter (where state = 'delivered'))::int as delivered,
              (count(*) filter (where state = 'failed'))::int as failed,
              (count(*) filter (where state = 'waiting'))::int as waiting,
              (array_agg(failure order by created_at desc) filter (where failure is not null))[1] as failure
       from webhook_deliveries where created_at > $2 group by 1, 2
     )
     select endpoint.id, merchant.id as "merchantId", merchant.business_name as name,
            merchant.merchant_code as code, merchant.mode, endpoint.url, endpoint.enabled as "isEnabled",
            endpoint.disabled_reason as "disabledReason", coalesce(recent.delivered, 0) as delivered,
            coalesce(recent.failed, 0) as failed, coalesce(recent.waiting, 0) as waiting, recent.failure as "lastFailure"
     from webhook_endpoints endpoint
     join merchants merchant on merchant.id = endpoint.merchant_id and merchant.mode = $1
     left join recent on recent.merchant_id = endpoint.merchant_id and recent.endpoint_id = endpoint.id
     where endpoint.deleted_at is null`,
    values: [mode, new Date(realNow.getTime() - dayMs)],
    order: 'failed + waiting desc, id desc',
    serialize: ({ id, merchantId, name, code, ...health }: HealthRow): WebhookHealth => ({
      ...health,
      endpointId: id,
      business: { id: merchantId, name, code },
    }),
  })
