import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import { Day, Id, inputSchema, Paginated, paginationFields, SearchText, Timestamp } from './fields.ts'

export const loggedMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const
/** Status classes, by the first digit of the status. */
export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const

/** API call made with a secret key, and its response. */
export const LoggedRequest = z.object({
  id: Id,
  /** Wall-clock time, also for a test business whose clock was moved. */
  at: Timestamp,
  method: z.enum(loggedMethods),
  /** Path as requested, `/test/collections/charges/initialise`, without the query. */
  path: z.string(),
  /** HTTP status of the response. */
  status: z.int(),
  /** Duration in ms. */
  ms: z.int(),
  /** Request id, as in the `request-id` header and the problem body of the response. */
  requestId: z.string(),
  /** Last four characters of the key. */
  last4: z.string(),
})
export type LoggedRequest = z.infer<typeof LoggedRequest>

/**
 * API call with query and bodies. Secrets are removed from bodies, which are cut after 4 KB; null when there was
 * none, or for a file.
 */
export const LoggedRequestDetail = z.extend(LoggedRequest, {
  ip: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  query: z.nullable(z.string()),
  request: z.nullable(z.string()),
  response: z.nullable(z.string()),
})
export type LoggedRequestDetail = z.infer<typeof LoggedRequestDetail>

const { get } = endpointsFor('core', 'member')

/**
 * API calls, newest first. Kept for 7 days in test mode and 30 days in live mode; at most the newest 20,000 per
 * business.
 */
export const listLoggedRequests = get(
  'request-log',
  inputSchema({
    ...paginationFields,
    method: z.optional(z.enum(loggedMethods)),
    /** Status class: `2xx`, `3xx`, `4xx` or `5xx`. Optional. */
    status: z.optional(z.enum(statusClasses)),
    /** Part of the path, or a whole request id. Optional, at most 200 characters. */
    search: z.optional(SearchText(200)),
    /** Last four characters of the key. Optional. */
    last4: z.optional(z.string().check(z.regex(/^[0-9A-Za-z]{4}$/, 'Use the last four characters of a key'))),
    from: z.optional(Day),
    to: z.optional(Day),
  }),
  Paginated(LoggedRequest),
)
/** Keys in the log, by their last four characters, in order; at most 100. */
export const listLoggedKeys = get('request-log/keys', inputSchema({}), z.object({ content: z.array(z.string()) }))
/** One API call with its bodies. 404 `request_not_found`. */
export const getLoggedRequest = get('request-log/:id', inputSchema({ id: Id }), LoggedRequestDetail)
