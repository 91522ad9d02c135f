import type { WebhookEventType } from '@adire/contract/webhook-events.ts'
import type { WebhookDeliveryState } from '@adire/contract/webhooks-schemas.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { idInKeyColumn, instantColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'
import { merchants } from '../merchants/tables.ts'

type Headers = { name: string; value: string }[]

/** A secret that was rotated, and when it expires. */
type EarlierSecret = { sealed: string; until: string }

/** Webhook endpoints of a business. A deleted one is kept, without its secret, as long as its log. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: idInKeyColumn(),
    merchantId: uuid()
      .notNull()
      .references(() => merchants.id),
    url: text().notNull(),
    description: text().notNull().default(''),
    /** Subscribed event types; null means all. */
    events: text().array().$type<WebhookEventType[]>(),
    enabled: boolean().notNull().default(true),
    disabledReason: text(),
    /** Whether its last answer was late or did not come. Its deliveries are then made by `deliverSlowWebhook`. */
    isSlow: boolean().notNull().default(false),
    sealedSecret: text().notNull(),
    secretHint: text().notNull(),
    sealedOldSecret: text(),
    oldSecretUntil: instantColumn(),
    /** Secrets that were rotated before that one and are still used for signing, newest first. */
    earlierSecrets: jsonb().$type<EarlierSecret[]>().notNull().default([]),
    createdAt: instantColumn().notNull(),
    deletedAt: instantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index('webhook_endpoints_merchant').on(table.merchantId, table.createdAt, table.id),
  ],
)

/** Events as sent. Kept for 30 days, and only if an endpoint or listener was subscribed. All instants are wall-clock time. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: idInKeyColumn(),
    merchantId: uuid().notNull(),
    type: text().$type<WebhookEventType>().notNull(),
    isTest: boolean().notNull().default(false),
    /** Text, not JSON, because the signature covers the exact bytes. */
    body: text().notNull(),
    createdAt: instantColumn().notNull(),
    /** Whether a listener of the business was active: only then is the event numbered, and sent to listeners. */
    isListenedTo: boolean().notNull().default(false),
    /** Its position among the events for listeners, assigned when a listener first reads it (`listen.ts`). */
    sequence: bigint({ mode: 'number' }),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index('webhook_events_sequence').on(table.merchantId, table.sequence).where(sql`is_listened_to`),
    index('webhook_events_age').on(table.createdAt),
  ],
)

/** Delivery of one event to one endpoint. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: idInKeyColumn(),
    merchantId: uuid().notNull(),
    eventId: uuid().notNull(),
    endpointId: uuid().notNull(),
    type: text().$type<WebhookEventType>().notNull(),
    isTest: boolean().notNull().default(false),
    state: text().$type<WebhookDeliveryState>().notNull().default('waiting'),
    /** Number of attempts so far. The next attempt gets this number plus one. */
    attempts: integer().notNull().default(0),
    /** Number of attempts in this round: since the delivery was created, or last sent again by hand. */
    roundAttempts: integer().notNull().default(0),
    roundStartedAt: instantColumn().notNull(),
    nextAttemptAt: instantColumn(),
    lastStatus: integer(),
    failure: text(),
    createdAt: instantColumn().notNull(),
    endedAt: instantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index('webhook_deliveries_merchant').on(table.merchantId, ...newestFirst(table)),
    index('webhook_deliveries_endpoint').on(table.merchantId, table.endpointId, ...newestFirst(table)),
    index('webhook_deliveries_event').on(table.merchantId, table.eventId),
    index('webhook_deliveries_due')
      .on(table.merchantId, table.endpointId, table.nextAttemptAt)
      .where(sql`state = 'waiting'`),
    index('webhook_deliveries_age').on(table.createdAt),
  ],
)

/** Log of attempts: one row for each, whatever the outcome. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    merchantId: uuid().notNull(),
    deliveryId: uuid().notNull(),
    number: integer().notNull(),
    startedAt: instantColumn().notNull(),
    /** Null while the attempt is running. */
    durationMs: integer(),
    url: text().notNull(),
    requestHeaders: jsonb().$type<Headers>().notNull(),
    status: integer(),
    responseHeaders: jsonb().$type<Headers>().notNull().default([]),
    responseBody: text(),
    responseIsCut: boolean().notNull().default(false),
    failure: text(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.deliveryId, table.number] }),
    index('webhook_attempts_age').on(table.startedAt),
  ],
)

/** The last sequence number given to an event of a business. The row is locked while numbers are given. */
export const webhookSequences = pgTable('webhook_sequences', {
  merchantId: uuid().primaryKey(),
  last: bigint({ mode: 'number' }).notNull(),
})

/** Listeners, which poll for events. Expire at `until`. */
export const webhookListeners = pgTable(
  'webhook_listeners',
  {
    id: idInKeyColumn(),
    merchantId: uuid().notNull(),
    until: instantColumn().notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.id] })],
)
