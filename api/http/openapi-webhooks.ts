import { webhookData } from '@adire/contract/webhook-data-schemas.ts'
import { webhookEvents, webhookEventTypes } from '@adire/contract/webhook-events.ts'
import * as z from 'zod/mini'
import { buildSample } from '../features/webhooks/samples.ts'
import type { JsonObject } from './openapi.ts'
import type { OpenapiSchemas } from './openapi-schemas.ts'

/** Instant of the examples: the document is the same every day. */
const exampleAt = new Date('2026-11-21T10:16:12.000Z')

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** Headers of a delivery (Standard Webhooks). */
export const webhookParameters: JsonObject = {
  WebhookId: header('webhook-id', 'Id of the event. It stays the same when the event is sent again.'),
  WebhookTimestamp: header('webhook-timestamp', 'Time of this delivery, in seconds since 1970.'),
  WebhookSignature: header(
    'webhook-signature',
    'Signatures of id, timestamp and body by your signing secrets, separated by spaces: `v1,` and HMAC-SHA256 in base64.',
  ),
}

/** The `webhooks` section of the OpenAPI document: one entry for each event type, with its schema and an example. */
export const buildWebhooks = (schemas: OpenapiSchemas, tag: string): JsonObject =>
  Object.fromEntries(webhookEventTypes.map((type) => [type, { post: buildEvent(type, schemas, tag) }]))

function buildEvent(type: (typeof webhookEventTypes)[number], schemas: OpenapiSchemas, tag: string): JsonObject {
  const { object, text } = webhookEvents[type]
  const { properties } = schemas.outputOf(z.object({ data: webhookData[object] })) as { properties: JsonObject }
  return {
    operationId: type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: type,
    description: text,
    tags: [tag],
    security: [],
    parameters: Object.keys(webhookParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['type', 'timestamp', 'data'],
            properties: {
              type: { type: 'string', const: type },
              timestamp: {
                type: 'string',
                format: 'date-time',
                description: 'Time of the event, on the clock of the business.',
              },
              data: properties.data,
              test: { type: 'boolean', description: '`true` on a test event, whose data is made up.' },
            },
          },
          example: { type, timestamp: exampleAt.toISOString(), data: buildSample(type, exampleAt) },
        },
      },
    },
    responses: {
      '2XX': { description: 'Received. Respond within 7 seconds; anything else is sent again for 72 hours.' },
      '410': { description: 'Disables the endpoint.' },
    },
  }
}
