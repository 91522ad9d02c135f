import * as z from 'zod/mini'
import { inputSchema } from './fields.ts'
import { QueryInteger } from './list-schemas.ts'
import { liveTopics } from './live.ts'

const sinceMs = z.optional(QueryInteger('Use whole milliseconds').check(z.minimum(0), z.maximum(600_000)))

export const followBusiness = {
  description:
    'Stream of changes in a business, as server-sent events. Each event is a `LiveTopic`: what to load ' +
    'again, never the data itself. At most one event per topic and second. The stream ends when its ' +
    'access token expires, after 15 minutes at the latest; open it again then. `sinceMs` also includes ' +
    'changes of the last so many ms (at most 600,000), for data that was loaded before the stream opened.',
  input: inputSchema({ sinceMs }),
  output: z.object({ topic: z.enum(liveTopics) }),
}
