import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import { inputSchema, QueryInteger } from './fields.ts'

/** What is no longer as it was. `everything`: some news may have been missed. */
export const LiveTopic = z.enum(['payments', 'account', 'webhooks', 'notifications', 'everything'])
export type LiveTopic = z.infer<typeof LiveTopic>

const sinceMs = z.optional(QueryInteger('Use whole milliseconds').check(z.minimum(0), z.maximum(600_000)))

/**
 * Tells what has changed in a business, as server-sent events, each a `LiveTopic`: what to read again, never the data
 * itself. At most one event a topic and second. Ends with the access token it was opened with; open it again then.
 * `sinceMs` asks for what changed in so many ms before, while what is on screen was read.
 */
export const followBusiness = endpointsFor('core', 'member').stream(
  'api/v1/live',
  inputSchema({ sinceMs }),
  z.object({ topic: LiveTopic }),
)
