import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Day, Id, inputSchema, MultilineText, NoContent, Timestamp } from './fields.ts'
import { Paginated, paginationFields, QueryInteger } from './list-schemas.ts'
import { messages } from './messages.ts'
import { webhookEventTypes } from './webhook-events.ts'
import { webhookDeliveryStates, webhookLimits } from './webhooks.ts'

export const WebhookEventType = z.enum(webhookEventTypes)

const urlMessage = 'Use an address that starts with https://'

const WebhookUrl = z.string(messages.required).check(
  z.trim(),
  z.minLength(1, messages.required),
  z.maxLength(1000, 'This field must be at most 1000 characters long'),
  z.refine((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol), urlMessage),
  z.refine((url) => {
    const { username, password, hash } = URL.canParse(url) ? new URL(url) : new URL('https://none.invalid')
    return !username && !password && !hash
  }, 'Leave out names, passwords and # in the address'),
)

export const WebhookEndpointFields = z.object({
  /** HTTPS URL that receives the events, at most 1,000 characters, without a user name, password or `#`. Required. */
  url: WebhookUrl,
  /** Description, at most 200 characters. Optional; default: empty. */
  description: z._default(MultilineText(200), ''),
  /** Event types to send. Optional; null or absent: every event. */
  events: z._default(
    z.nullable(
      z
        .array(WebhookEventType)
        .check(z.minLength(1, 'Choose at least one event'), z.maxLength(webhookEventTypes.length, 'That is too many')),
    ),
    null,
  ),
})
export type WebhookEndpointFields = z.infer<typeof WebhookEndpointFields>

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

export const WebhookEndpoint = describe(
  'A webhook endpoint.',
  z.object({
    id: Id,
    url: z.string(),
    description: z.string(),
    events: describe(
      'Event types that are sent. Null for every event, including types added later.',
      z.nullable(z.array(WebhookEventType)),
    ),
    enabled: describe('Whether events are sent.', z.boolean()),
    disabledReason: describe(
      'Reason why we disabled the endpoint, as a sentence. Null when it is enabled or a user disabled it.',
      z.nullable(z.string()),
    ),
    secretHint: describe('Masked secret: `whsec_…a1b2`.', z.string()),
    oldSecretUntil: describe(
      'Time until which deliveries are also signed with the previous secret, and at the latest with the ones before ' +
        'it. Null unless the secret was rotated.',
      z.nullable(Timestamp),
    ),
    recent: describe(
      'Of the last 100 deliveries, how many have ended and how many of those were delivered.',
      z.object({ ended: z.int(), delivered: z.int() }),
    ),
    createdAt: Timestamp,
  }),
)
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

export const NewWebhookSecret = describe(
  'A webhook endpoint with its secret: `whsec_` and 32 bytes in base64 (Standard Webhooks). The secret ' +
    'is returned only here.',
  z.object({ endpoint: WebhookEndpoint, secret: z.string() }),
)

export const WebhookDeliveryState = z.enum(webhookDeliveryStates)
export type WebhookDeliveryState = z.infer<typeof WebhookDeliveryState>

export const WebhookDeliveryRow = describe(
  'A webhook delivery as it appears in lists.',
  z.object({
    id: Id,
    eventId: z.string(),
    type: WebhookEventType,
    isTest: describe('Whether it is a test event with made-up data.', z.boolean()),
    endpointId: Id,
    url: z.string(),
    state: WebhookDeliveryState,
    attempts: describe('Number of attempts.', z.int()),
    lastStatus: describe('HTTP status of the last response. Null when there was no response.', z.nullable(z.int())),
    failure: describe(
      'Reason of the last failure. Null when it was delivered or not attempted yet.',
      z.nullable(z.string()),
    ),
    nextAttemptAt: describe('Time of the next attempt. Null when none is planned.', z.nullable(Timestamp)),
    createdAt: Timestamp,
  }),
)
export type WebhookDeliveryRow = z.infer<typeof WebhookDeliveryRow>

const Header = z.object({ name: z.string(), value: z.string() })

export const WebhookAttempt = describe(
  'Attempt of a webhook delivery, with request and response.',
  z.object({
    number: z.int(),
    startedAt: Timestamp,
    durationMs: describe('Duration in ms. Null while in progress.', z.nullable(z.int())),
    url: z.string(),
    requestHeaders: describe('Headers of the request. Empty while in progress.', z.array(Header)),
    status: describe('HTTP status of the response. Null when there was none.', z.nullable(z.int())),
    responseHeaders: z.array(Header),
    responseBody: describe('First 4 KB of the response as text. Null when there was none.', z.nullable(z.string())),
    responseIsCut: describe('Whether the response was longer than that.', z.boolean()),
    failure: describe('Reason of the failure, as a sentence. Null when it was delivered.', z.nullable(z.string())),
  }),
)
export type WebhookAttempt = z.infer<typeof WebhookAttempt>

export const WebhookDelivery = describe(
  'A webhook delivery with its body and attempts.',
  z.extend(WebhookDeliveryRow, {
    body: describe(
      'Request body, byte for byte. `payerUrl` and `consentUrl` are null without `subscriptions.manage` and `direct_debit.manage`.',
      z.string(),
    ),
    attemptLog: describe('Last 20 attempts, newest first.', z.array(WebhookAttempt)),
  }),
)
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const listWebhookEndpoints = {
  description: 'Webhook endpoints, oldest first; at most 10.',
  input: inputSchema({}),
  output: z.object({ content: z.array(WebhookEndpoint) }),
}

export const createWebhookEndpoint = {
  description:
    'Adds a webhook endpoint; at most 10: 409 `too_many_endpoints`. The URL must be https and public; in Test Mode it ' +
    'may also be on the machine of the product, such as `http://localhost:4000`. Otherwise 422 at `url`. Needs a confirmation (403 `confirmation_required`), like a rotation of the ' +
    'secret, because the secret can sign events in our name.',
  input: z.strictObject(WebhookEndpointFields.shape),
  output: NewWebhookSecret,
}

export const updateWebhookEndpoint = {
  description:
    'Replaces the settings of a webhook endpoint: an absent `description` becomes empty, absent `events` ' +
    'become every event. A new URL needs a confirmation: 403 `confirmation_required`. 422 at `url`; 404 ' +
    '`webhook_endpoint_not_found`.',
  input: z.strictObject({ ...WebhookEndpointFields.shape, id: Id }),
  output: WebhookEndpoint,
}

export const setWebhookEndpointEnabled = {
  description:
    'Enables or disables a webhook endpoint. While it is disabled no events are sent, and waiting ' +
    'deliveries are given up.',
  input: inputSchema({ id: Id, enabled: z.boolean() }),
  output: WebhookEndpoint,
}

export const deleteWebhookEndpoint = {
  description:
    'Deletes a webhook endpoint. Waiting deliveries are given up; its deliveries stay in the log for 30 days.',
  input: inputSchema({ id: Id }),
  output: NoContent,
}

export const rollWebhookSecret = {
  description:
    'Creates a new secret. Deliveries are also signed with each earlier secret for 24 hours after it was ' +
    'rotated; at most 10 of them: 409 `too_many_secrets`. Needs a confirmation: 403 `confirmation_required`.',
  input: inputSchema({ id: Id }),
  output: NewWebhookSecret,
}

export const sendTestWebhook = {
  description:
    'Sends a test event of this type with made-up data to this endpoint, whatever its event types are. ' +
    '409 `endpoint_disabled`.',
  input: inputSchema({ id: Id, type: WebhookEventType }),
  output: WebhookDeliveryRow,
}

export const listWebhookDeliveries = {
  description: 'Webhook deliveries, newest first, kept for 30 days. `from` and `to` are Lagos days, both included.',
  input: inputSchema({
    ...paginationFields,
    endpointId: describe('Id of a webhook endpoint. Optional.', z.optional(Id)),
    state: z.optional(WebhookDeliveryState),
    type: describe('Event type. Optional.', z.optional(WebhookEventType)),
    from: z.optional(Day),
    to: z.optional(Day),
  }),
  output: Paginated(WebhookDeliveryRow),
}

export const getWebhookDelivery = {
  description: 'One webhook delivery with its attempts. 404 `webhook_delivery_not_found`.',
  input: inputSchema({ id: Id }),
  output: WebhookDelivery,
}

export const resendWebhookDelivery = {
  description:
    'Sends a delivery again now, in any state, with the same `webhook-id`; when it fails, the retries ' +
    'start over. 409 `endpoint_disabled`, or `sent_too_often` after 200 attempts; 404 ' +
    '`webhook_delivery_not_found`.',
  input: inputSchema({ id: Id }),
  output: WebhookDeliveryRow,
}

export const resendFailedWebhooks = {
  description:
    'Sends all failed deliveries of events between `from` and `to` (both included) again: at most 1,000, ' +
    'oldest first. `left` in the response: whether there are more. 409 `endpoint_disabled`; 422 at `from` ' +
    'after `to`.',
  input: inputSchema({ id: Id, from: Timestamp, to: Timestamp }),
  output: z.object({ resent: z.int(), left: z.boolean() }),
}

export const WebhookListener = describe(
  'A webhook listener, with its secret and initial cursor.',
  z.object({ id: Id, secret: z.string(), cursor: z.string() }),
)

export const createWebhookListener = {
  description:
    'Creates a listener that receives all Test Mode events by long polling, for a server that cannot be ' +
    'reached from the internet (`adire-listen.mjs`). It expires two minutes after its last call. 403 in ' +
    'Live Mode; 409 `too_many_listeners` when five listen already.',
  input: inputSchema({}),
  output: WebhookListener,
}

export const listenForWebhooks = {
  description:
    'Events after `cursor`, oldest first, at most 50; without `cursor`, events from now on. When there ' +
    'are none, the call waits up to `waitMs` (0 to 10000 ms, default 0) for one. 404 ' +
    '`webhook_listener_not_found` when the listener has expired; 422 `webhook_cursor_outdated` at ' +
    '`cursor`.',
  input: inputSchema({
    id: Id,
    cursor: describe(
      '`cursor` of the listener or of the previous response. Optional.',
      z.optional(z.string().check(z.maxLength(200, 'This cursor is not valid. Use one from an earlier response'))),
    ),
    waitMs: describe(
      'Maximum wait for an event in ms: 0 to 10000. Optional; default: 0.',
      z._default(
        QueryInteger('Use whole milliseconds').check(
          z.minimum(0, 'Use at least 0'),
          z.maximum(webhookLimits.listenMs, 'Use at most 10000'),
        ),
        0,
      ),
    ),
  }),
  output: z.object({ content: z.array(z.object({ id: z.string(), body: z.string() })), cursor: z.string() }),
}
