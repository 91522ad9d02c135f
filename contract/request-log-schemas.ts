import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Day, Id, inputSchema, Timestamp } from './fields.ts'
import { Paginated, paginationFields, SearchText } from './list-schemas.ts'
import { loggedMethods, statusClasses } from './request-log.ts'

export const LoggedRequest = describe(
  'API call made with a secret key, and its response.',
  z.object({
    id: Id,
    at: describe('Wall-clock time, also for a test business whose clock was moved.', Timestamp),
    method: describe('HTTP method as requested, also one that no call has, such as `PATCH`.', z.string()),
    path: describe('Path as requested, `/test/collections/charges/initialise`, without the query.', z.string()),
    status: describe('HTTP status of the response.', z.int()),
    ms: describe('Duration in ms.', z.int()),
    requestId: describe('Request id, as in the `request-id` header and the problem body of the response.', z.string()),
    last4: describe('Last four characters of the key.', z.string()),
  }),
)
export type LoggedRequest = z.infer<typeof LoggedRequest>

export const LoggedRequestDetail = describe(
  'API call with query and bodies. Secrets are removed from bodies, which are cut after 4 KB; null when ' +
    'there was none, or for a file.',
  z.extend(LoggedRequest, {
    ip: z.nullable(z.string()),
    userAgent: z.nullable(z.string()),
    query: z.nullable(z.string()),
    request: z.nullable(z.string()),
    response: z.nullable(z.string()),
  }),
)
export type LoggedRequestDetail = z.infer<typeof LoggedRequestDetail>

export const listLoggedRequests = {
  description:
    'API calls, newest first. Kept for 7 days in Test Mode and 30 days in Live Mode; at most the newest ' +
    '20,000 per business.',
  input: inputSchema({
    ...paginationFields,
    method: z.optional(z.enum(loggedMethods)),
    status: describe('Status class: `2xx`, `3xx`, `4xx` or `5xx`. Optional.', z.optional(z.enum(statusClasses))),
    search: describe(
      'Part of the path, or a whole request id. Optional, at most 200 characters.',
      z.optional(SearchText(200)),
    ),
    last4: describe(
      'Last four characters of the key. Optional.',
      z.optional(z.string().check(z.regex(/^[0-9A-Za-z]{4}$/, 'Use the last four characters of a key'))),
    ),
    from: z.optional(Day),
    to: z.optional(Day),
  }),
  output: Paginated(LoggedRequest),
}

export const listLoggedKeys = {
  description: 'Keys in the log, by their last four characters, in order; at most 100.',
  input: inputSchema({}),
  output: z.object({ content: z.array(z.string()) }),
}

export const getLoggedRequest = {
  description: 'One API call with its bodies. 404 `request_not_found`.',
  input: inputSchema({ id: Id }),
  output: LoggedRequestDetail,
}
