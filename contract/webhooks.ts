import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import { Day, Id, inputSchema, NoContent, Paginated, paginationFields, QueryInteger, Timestamp } from './fields.ts'
import { WebhookEndpointFields, WebhookEventType } from './webhook-fields.ts'

export const webhookLimits = {
  endpoints: 10,
  /** Maximum events of one "send again". */
  resent: 1000,
  retentionDays: 30,
  /** Bytes of the endpoint's response that are read, and bytes that are stored. */
  responseBytes: 16 * 1024,
  storedResponseBytes: 4 * 1024,
  /** Maximum wait of a listener's call for an event, and lifetime of a listener without calls. */
  listenMs: 10_000,
  listenerMs: 2 * 60_000,
} as const

/** Body of every webhook delivery. `data` is the object as its GET endpoint returns it (`webhook-events.ts`). */
export const WebhookEvent = z.object({
  type: WebhookEventType,
  /** Time of the event on the business clock. */
  timestamp: Timestamp,
  /** Set on a test event, whose data is made up. Absent otherwise. */
  test: z.optional(z.literal(true)),
  /** Object of the event. */
  data: z.record(z.string(), z.unknown()),
})
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** A webhook endpoint. */
export const WebhookEndpoint = z.object({
  id: Id,
  url: z.string(),
  description: z.string(),
  /** Event types that are sent. Null for every event, including types added later. */
  events: z.nullable(z.array(WebhookEventType)),
  /** Whether events are sent. */
  enabled: z.boolean(),
  /** Reason why we disabled the endpoint, as a sentence. Null when it is enabled or a user disabled it. */
  disabledReason: z.nullable(z.string()),
  /** Masked secret: `whsec_…a1b2`. */
  secretHint: z.string(),
  /** Time until which deliveries are also signed with the previous secret. Null unless the secret was rolled. */
  oldSecretUntil: z.nullable(Timestamp),
  /** Of the last 100 deliveries, how many have ended and how many of those were delivered. */
  recent: z.object({ ended: z.int(), delivered: z.int() }),
  createdAt: Timestamp,
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

/**
 * A webhook endpoint with its secret: `whsec_` and 32 bytes in base64 (Standard Webhooks). The secret is returned
 * only here.
 */
export const NewWebhookSecret = z.object({ endpoint: WebhookEndpoint, secret: z.string() })

/** States of a delivery. `waiting`: the next attempt is at `nextAttemptAt`. */
export const webhookDeliveryStates = ['waiting', 'delivered', 'failed'] as const
export const WebhookDeliveryState = z.enum(webhookDeliveryStates)
export type WebhookDeliveryState = z.infer<typeof WebhookDeliveryState>

/** A webhook delivery as it appears in lists. */
export const WebhookDeliveryRow = z.object({
  id: Id,
  eventId: z.string(),
  type: WebhookEventType,
  /** Whether it is a test event with made-up data. */
  isTest: z.boolean(),
  endpointId: Id,
  url: z.string(),
  state: WebhookDeliveryState,
  /** Number of attempts. */
  attempts: z.int(),
  /** HTTP status of the last response. Null when there was no response. */
  lastStatus: z.nullable(z.int()),
  /** Reason of the last failure. Null when it was delivered or not attempted yet. */
  failure: z.nullable(z.string()),
  /** Time of the next attempt. Null when none is planned. */
  nextAttemptAt: z.nullable(Timestamp),
  createdAt: Timestamp,
})
export type WebhookDeliveryRow = z.infer<typeof WebhookDeliveryRow>

const Headers = z.array(z.object({ name: z.string(), value: z.string() }))
/** Attempt of a webhook delivery, with request and response. */
export const WebhookAttempt = z.object({
  number: z.int(),
  startedAt: Timestamp,
  /** Duration in ms. Null while in progress. */
  durationMs: z.nullable(z.int()),
  url: z.string(),
  requestHeaders: Headers,
  /** HTTP status of the response. Null when there was none. */
  status: z.nullable(z.int()),
  responseHeaders: Headers,
  /** First 4 KB of the response as text. Null when there was none. */
  responseBody: z.nullable(z.string()),
  /** Whether the response was longer than that. */
  responseIsCut: z.boolean(),
  /** Reason of the failure, as a sentence. Null when it was delivered. */
  failure: z.nullable(z.string()),
})
export type WebhookAttempt = z.infer<typeof WebhookAttempt>

/** A webhook delivery with its body and attempts. */
export const WebhookDelivery = z.extend(WebhookDeliveryRow, {
  /** Request body, byte for byte. */
  body: z.string(),
  /** Last 20 attempts, newest first. */
  attemptLog: z.array(WebhookAttempt),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const member = endpointsFor('core', 'member')
/** Webhook endpoints, oldest first; at most 10. */
export const listWebhookEndpoints = member.get(
  'webhook-endpoints',
  inputSchema({}),
  z.object({ content: z.array(WebhookEndpoint) }),
)
/**
 * Adds a webhook endpoint; at most 10: 409 `too_many_endpoints`. The URL must be https and public: otherwise 422 at
 * `url`. Needs a confirmation (403 `confirmation_required`), like a roll of the secret, because the secret can sign
 * events in our name.
 */
export const createWebhookEndpoint = member.post(
  'webhook-endpoints',
  z.strictObject(WebhookEndpointFields.shape),
  NewWebhookSecret,
)
/**
 * Replaces the settings of a webhook endpoint: an absent `description` becomes empty, absent `events` become every
 * event. A new URL needs a confirmation: 403 `confirmation_required`. 422 at `url`; 404 `webhook_endpoint_not_found`.
 */
export const updateWebhookEndpoint = member.put(
  'webhook-endpoints/:id',
  z.strictObject({ ...WebhookEndpointFields.shape, id: Id }),
  WebhookEndpoint,
)
/**
 * Enables or disables a webhook endpoint. While it is disabled no events are sent, and waiting deliveries are given
 * up.
 */
export const setWebhookEndpointEnabled = member.post(
  'webhook-endpoints/:id/enabled',
  inputSchema({ id: Id, enabled: z.boolean() }),
  WebhookEndpoint,
)
/** Deletes a webhook endpoint. Waiting deliveries are given up; its deliveries stay in the log for 30 days. */
export const deleteWebhookEndpoint = member.del('webhook-endpoints/:id', inputSchema({ id: Id }), NoContent)
/**
 * Creates a new secret. For 24 hours deliveries are signed with the new and the previous secret; older ones are no
 * longer used. Needs a confirmation: 403 `confirmation_required`.
 */
export const rollWebhookSecret = member.post('webhook-endpoints/:id/roll', inputSchema({ id: Id }), NewWebhookSecret)
/**
 * Sends a test event of this type with made-up data to this endpoint, whatever its event types are. 409
 * `endpoint_disabled`.
 */
export const sendTestWebhook = member.post(
  'webhook-endpoints/:id/test',
  inputSchema({ id: Id, type: WebhookEventType }),
  WebhookDeliveryRow,
)
/** Webhook deliveries, newest first, kept for 30 days. `from` and `to` are Lagos days, both included. */
export const listWebhookDeliveries = member.get(
  'webhook-deliveries',
  inputSchema({
    ...paginationFields,
    /** Id of a webhook endpoint. Optional. */
    endpointId: z.optional(Id),
    state: z.optional(WebhookDeliveryState),
    /** Event type. Optional. */
    type: z.optional(WebhookEventType),
    from: z.optional(Day),
    to: z.optional(Day),
  }),
  Paginated(WebhookDeliveryRow),
)
/** One webhook delivery with its attempts. 404 `webhook_delivery_not_found`. */
export const getWebhookDelivery = member.get('webhook-deliveries/:id', inputSchema({ id: Id }), WebhookDelivery)
/**
 * Sends a delivery again now, in any state, with the same `webhook-id`; when it fails, the retries start over. 409
 * `endpoint_disabled`, or `sent_too_often` after 200 attempts; 404 `webhook_delivery_not_found`.
 */
export const resendWebhookDelivery = member.post(
  'webhook-deliveries/:id/resend',
  inputSchema({ id: Id }),
  WebhookDeliveryRow,
)
/**
 * Sends all failed deliveries of events between `from` and `to` (both included) again: at most 1,000, oldest first.
 * `left` in the response: whether there are more. 409 `endpoint_disabled`; 422 at `from` after `to`.
 */
export const resendFailedWebhooks = member.post(
  'webhook-endpoints/:id/resend-failed',
  inputSchema({ id: Id, from: Timestamp, to: Timestamp }),
  z.object({ resent: z.int(), left: z.boolean() }),
)

const merchant = endpointsFor('core', 'merchant')
/** A webhook listener, with its secret and initial cursor. */
export const WebhookListener = z.object({ id: Id, secret: z.string(), cursor: z.string() })
/**
 * Creates a listener that receives all test mode events by long polling, for a server that cannot be reached from the
 * internet (`npm run listen`). It expires two minutes after its last call. 403 in live mode; 409
 * `too_many_listeners` when five listen already.
 */
export const createWebhookListener = merchant.post('webhook-listeners', inputSchema({}), WebhookListener)
/**
 * Events after `cursor`, oldest first, at most 50; without `cursor`, events from now on. When there are none, the call
 * waits up to `waitMs` (0 to 10000 ms, default 0) for one. 404 `webhook_listener_not_found` when the listener has
 * expired; 422 `webhook_cursor_outdated` at `cursor`.
 */
export const listenForWebhooks = merchant.get(
  'webhook-listeners/:id/events',
  inputSchema({
    id: Id,
    cursor: z.optional(z.string().check(z.maxLength(200, 'This is not a cursor of ours'))),
    /** Maximum wait for an event in ms: 0 to 10000. Optional; default: 0. */
    waitMs: z._default(
      QueryInteger('Use whole milliseconds').check(
        z.minimum(0, 'Use at least 0'),
        z.maximum(webhookLimits.listenMs, 'Use at most 10000'),
      ),
      0,
    ),
  }),
  z.object({ content: z.array(z.object({ id: z.string(), body: z.string() })), cursor: z.string() }),
)
