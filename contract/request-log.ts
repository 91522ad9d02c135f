import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import { Day, Id, inputSchema, Paginated, paginationFields, SearchText, Timestamp } from './fields.ts'

export const loggedMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const
/** By the first digit of the status. */
export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const

/** Something that the business's own server asked with a secret key, and was answered. */
export const LoggedRequest = z.object({
  id: Id,
  /** By the world's time, also for a test business that lives ahead of it. */
  at: Timestamp,
  method: z.enum(loggedMethods),
  /** As it was asked, `/test/collections/charges/initialise`, without the query. */
  path: z.string(),
  status: z.int(),
  ms: z.int(),
  /** As the answer's `request-id` header and a problem body have it. */
  requestId: z.string(),
  /** Of the key. */
  last4: z.string(),
})
export type LoggedRequest = z.infer<typeof LoggedRequest>

/** Bodies without what is secret in them, and cut off after 4 KB. Null where there was none, or it was a file. */
export const LoggedRequestDetail = z.extend(LoggedRequest, {
  ip: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  query: z.nullable(z.string()),
  request: z.nullable(z.string()),
  response: z.nullable(z.string()),
})
export type LoggedRequestDetail = z.infer<typeof LoggedRequestDetail>

const { get } = endpointsFor('core', 'member')

/** Newest first. Kept for a week in test mode and 30 days in live mode, and of one business the newest 20,000. */
export const listLoggedRequests = get(
  'request-log',
  inputSchema({
    ...paginationFields,
    method: z.optional(z.enum(loggedMethods)),
    status: z.optional(z.enum(statusClasses)),
    /** A part of the path, or a whole request id. */
    search: z.optional(SearchText(200)),
    last4: z.optional(z.string().check(z.regex(/^[0-9A-Za-z]{4}$/, 'Use the last four characters of a key'))),
    from: z.optional(Day),
    to: z.optional(Day),
  }),
  Paginated(LoggedRequest),
)
/** The keys that appear in the log, by their last four characters. */
export const listLoggedKeys = get('request-log/keys', inputSchema({}), z.object({ content: z.array(z.string()) }))
export const getLoggedRequest = get('request-log/:id', inputSchema({ id: Id }), LoggedRequestDetail)
