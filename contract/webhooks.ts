import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import { Day, Id, inputSchema, NoContent, Paginated, paginationFields, QueryInteger, Timestamp } from './fields.ts'
import { WebhookEndpointFields, WebhookEventType } from './webhook-fields.ts'

export const webhookLimits = {
  endpoints: 10,
  /** How many events "send again" takes up at once. */
  resent: 1000,
  retentionDays: 30,
  /** Of the answer of a server so much is read, and so much of it is kept. */
  responseBytes: 16 * 1024,
  storedResponseBytes: 4 * 1024,
  /** How long the call of a listener waits for an event, and how long a listener lives that asks no more. */
  listenMs: 10_000,
  listenerMs: 2 * 60_000,
} as const

/** What every delivery carries as its body. `data` is the object as its own call answers it (`webhook-events.ts`). */
export const WebhookEvent = z.object({
  type: WebhookEventType,
  /** When it happened, in the business's own time. */
  timestamp: Timestamp,
  /** Set on an event that was sent to try an endpoint out: its data is made up. */
  test: z.optional(z.literal(true)),
  data: z.record(z.string(), z.unknown()),
})
export type WebhookEvent = z.infer<typeof WebhookEvent>

export const WebhookEndpoint = z.object({
  id: Id,
  url: z.string(),
  description: z.string(),
  /** Null where it hears of everything, also of what we add later. */
  events: z.nullable(z.array(WebhookEventType)),
  enabled: z.boolean(),
  /** Why we switched it off, as a sentence; null where nobody did, or a person. */
  disabledReason: z.nullable(z.string()),
  /** `whsec_…a1b2` */
  secretHint: z.string(),
  /** Set after a roll: until then we also sign with the secret before. */
  oldSecretUntil: z.nullable(Timestamp),
  /** Of the last hundred deliveries, how many have ended and how many of those arrived. */
  recent: z.object({ ended: z.int(), delivered: z.int() }),
  createdAt: Timestamp,
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

/** The only time the secret itself is said: `whsec_` and 32 bytes in base64, as Standard Webhooks has them. */
export const NewWebhookSecret = z.object({ endpoint: WebhookEndpoint, secret: z.string() })

/** `waiting`: to be tried, or tried again at `nextAttemptAt`. */
export const webhookDeliveryStates = ['waiting', 'delivered', 'failed'] as const
export const WebhookDeliveryState = z.enum(webhookDeliveryStates)
export type WebhookDeliveryState = z.infer<typeof WebhookDeliveryState>

export const WebhookDeliveryRow = z.object({
  id: Id,
  eventId: z.string(),
  type: WebhookEventType,
  isTest: z.boolean(),
  endpointId: Id,
  url: z.string(),
  state: WebhookDeliveryState,
  attempts: z.int(),
  /** What the last attempt was answered with; null where nothing answered. */
  lastStatus: z.nullable(z.int()),
  /** Why it did not arrive; null where it did, or was not tried yet. */
  failure: z.nullable(z.string()),
  nextAttemptAt: z.nullable(Timestamp),
  createdAt: Timestamp,
})
export type WebhookDeliveryRow = z.infer<typeof WebhookDeliveryRow>

const Headers = z.array(z.object({ name: z.string(), value: z.string() }))
export const WebhookAttempt = z.object({
  number: z.int(),
  startedAt: Timestamp,
  /** Null while it is under way. */
  durationMs: z.nullable(z.int()),
  url: z.string(),
  requestHeaders: Headers,
  status: z.nullable(z.int()),
  responseHeaders: Headers,
  /** The first 4 KB as text. */
  responseBody: z.nullable(z.string()),
  responseIsCut: z.boolean(),
  /** Why it did not arrive, as a sentence. */
  failure: z.nullable(z.string()),
})
export type WebhookAttempt = z.infer<typeof WebhookAttempt>

export const WebhookDelivery = z.extend(WebhookDeliveryRow, {
  /** What is sent, byte for byte. */
  body: z.string(),
  /** The last twenty, newest first. */
  attemptLog: z.array(WebhookAttempt),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const member = endpointsFor('core', 'member')
/** Newest first; ten at most. */
export const listWebhookEndpoints = member.get(
  'webhook-endpoints',
  inputSchema({}),
  z.object({ content: z.array(WebhookEndpoint) }),
)
/**
 * Adds an address that we tell what happens. https only; to our own network never. 409 where there are ten. Needs a
 * confirmation, as does a roll: whoever holds the secret can speak in our name.
 */
export const createWebhookEndpoint = member.post(
  'webhook-endpoints',
  z.strictObject(WebhookEndpointFields.shape),
  NewWebhookSecret,
)
/** What is left out of `description` and `events` goes back to none and all. Another address needs a confirmation. */
export const updateWebhookEndpoint = member.put(
  'webhook-endpoints/:id',
  z.strictObject({ ...WebhookEndpointFields.shape, id: Id }),
  WebhookEndpoint,
)
/** Off, it hears of nothing, and what still waited for it is given up. */
export const setWebhookEndpointEnabled = member.post(
  'webhook-endpoints/:id/enabled',
  inputSchema({ id: Id, enabled: z.boolean() }),
  WebhookEndpoint,
)
/** What was sent to it stays in the log for its 30 days. */
export const deleteWebhookEndpoint = member.del('webhook-endpoints/:id', inputSchema({ id: Id }), NoContent)
/** Another secret. For 24 hours we sign with both; the one before the last signs no more. Needs a confirmation. */
export const rollWebhookSecret = member.post('webhook-endpoints/:id/roll', inputSchema({ id: Id }), NewWebhookSecret)
/** Sends an event of this type with made-up data to this endpoint, whatever it has chosen. 409 where it is off. */
export const sendTestWebhook = member.post(
  'webhook-endpoints/:id/test',
  inputSchema({ id: Id, type: WebhookEventType }),
  WebhookDeliveryRow,
)
/** Newest first, kept 30 days. `from` and `to` are Lagos days, both included. */
export const listWebhookDeliveries = member.get(
  'webhook-deliveries',
  inputSchema({
    ...paginationFields,
    endpointId: z.optional(Id),
    state: z.optional(WebhookDeliveryState),
    type: z.optional(WebhookEventType),
    from: z.optional(Day),
    to: z.optional(Day),
  }),
  Paginated(WebhookDeliveryRow),
)
export const getWebhookDelivery = member.get('webhook-deliveries/:id', inputSchema({ id: Id }), WebhookDelivery)
/** Sends it once more now, whatever became of it, under the same `webhook-id`; where it fails, the retries begin anew. */
export const resendWebhookDelivery = member.post(
  'webhook-deliveries/:id/resend',
  inputSchema({ id: Id }),
  WebhookDeliveryRow,
)
/** The same for all that failed and happened from one instant to another (both included): at most 1,000, the oldest first. */
export const resendFailedWebhooks = member.post(
  'webhook-endpoints/:id/resend-failed',
  inputSchema({ id: Id, from: Timestamp, to: Timestamp }),
  z.object({ resent: z.int(), left: z.boolean() }),
)

const merchant = endpointsFor('core', 'merchant')
export const WebhookListener = z.object({ id: Id, secret: z.string(), cursor: z.string() })
/**
 * A listener hears of everything in test mode by asking, for a server that cannot be reached from outside
 * (`npm run listen`). It ends two minutes after it last asked. 403 in live mode.
 */
export const createWebhookListener = merchant.post('webhook-listeners', inputSchema({}), WebhookListener)
/** What happened after `cursor`, oldest first, at most 50; where nothing did, the answer waits up to `waitMs` for it. */
export const listenForWebhooks = merchant.get(
  'webhook-listeners/:id/events',
  inputSchema({
    id: Id,
    cursor: z.optional(z.string().check(z.maxLength(200, 'This is not a cursor of ours'))),
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
