import { minuteMs } from './durations.ts'
import { endpointsFor } from './endpoint.ts'
import type * as schemas from './webhooks-schemas.ts'

export const webhookLimits = {
  endpoints: 10,
  /** Maximum rotated secrets of an endpoint that are still used for signing. */
  oldSecrets: 10,
  /** Maximum events of one "send again". */
  resent: 1000,
  retentionDays: 30,
  /** Bytes of the endpoint's response that are read, and bytes that are stored. */
  responseBytes: 16 * 1024,
  storedResponseBytes: 4 * 1024,
  /** Maximum wait of a listener's call for an event, and lifetime of a listener without calls. */
  listenMs: 10_000,
  listenerMs: 2 * minuteMs,
} as const

/** States of a delivery. `waiting`: the next attempt is at `nextAttemptAt`. */
export const webhookDeliveryStates = ['waiting', 'delivered', 'failed'] as const

const member = endpointsFor('core', 'member', 'account', 'webhooks')
export const listWebhookEndpoints = member.get<typeof schemas.listWebhookEndpoints>('webhook-endpoints', {
  topic: ['account', 'webhooks'],
})
export const createWebhookEndpoint = member.create<typeof schemas.createWebhookEndpoint>('webhook-endpoints', {
  errors: ['confirmation_required', 'too_many_endpoints'],
  returnsSecret: true,
})
export const updateWebhookEndpoint = member.put<typeof schemas.updateWebhookEndpoint>('webhook-endpoints/:id', {
  errors: ['confirmation_required', 'webhook_endpoint_not_found'],
})
export const setWebhookEndpointEnabled = member.post<typeof schemas.setWebhookEndpointEnabled>(
  'webhook-endpoints/:id/enabled',
  { errors: ['webhook_endpoint_not_found'] },
)
export const deleteWebhookEndpoint = member.del<typeof schemas.deleteWebhookEndpoint>('webhook-endpoints/:id', {
  errors: ['webhook_endpoint_not_found'],
})
export const rollWebhookSecret = member.create<typeof schemas.rollWebhookSecret>('webhook-endpoints/:id/roll', {
  errors: ['confirmation_required', 'too_many_secrets', 'webhook_endpoint_not_found'],
  returnsSecret: true,
})
export const sendTestWebhook = member.post<typeof schemas.sendTestWebhook>('webhook-endpoints/:id/test', {
  errors: ['endpoint_disabled', 'webhook_endpoint_not_found'],
})
export const listWebhookDeliveries = member.get<typeof schemas.listWebhookDeliveries>('webhook-deliveries', {
  topic: 'webhooks',
})
export const getWebhookDelivery = member.get<typeof schemas.getWebhookDelivery>('webhook-deliveries/:id', {
  topic: 'webhooks',
  errors: ['webhook_delivery_not_found'],
})
export const resendWebhookDelivery = member.post<typeof schemas.resendWebhookDelivery>(
  'webhook-deliveries/:id/resend',
  {
    topic: 'webhooks',
    errors: ['endpoint_disabled', 'sent_too_often', 'webhook_delivery_not_found', 'webhook_endpoint_not_found'],
  },
)
export const resendFailedWebhooks = member.post<typeof schemas.resendFailedWebhooks>(
  'webhook-endpoints/:id/resend-failed',
  { errors: ['endpoint_disabled', 'webhook_endpoint_not_found'] },
)

const merchant = endpointsFor('core', 'merchant', 'account', 'webhooks')
export const createWebhookListener = merchant.post<typeof schemas.createWebhookListener>('webhook-listeners', {
  errors: ['too_many_listeners'],
})
export const listenForWebhooks = merchant.get<typeof schemas.listenForWebhooks>('webhook-listeners/:id/events', {
  errors: ['webhook_cursor_outdated', 'webhook_listener_not_found'],
})
