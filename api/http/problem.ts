import type { FieldError } from '@adire/contract/call.ts'
import { isDiskFull, isTemporary } from '../database/errors.ts'

/** An error response: an HTTP status, a code for programs and a message for people. */
export class Problem extends Error {
  override name = 'Problem'
  status: number
  code: string
  fields: FieldError[]
  headers: Record<string, string>

  constructor(
    status: number,
    code: string,
    message: string,
    fields: FieldError[] = [],
    headers: Record<string, string> = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
    this.headers = headers
  }
}

/** Constructors of error responses, such as `throw problem.notFound('payment')`. Handlers reject a request only with these. */
export const problem = {
  invalid: (errors: FieldError[]) =>
    new Problem(400, 'validation_error', errors[0]?.message ?? 'The request is not valid', errors),
  /** 422 for a field that is well formed but cannot be accepted. */
  field: (field: string, message: string, code = 'validation_error') =>
    new Problem(422, code, message, [{ field, message }]),
  unauthenticated: (message = 'Sign in to continue') =>
    new Problem(401, 'unauthenticated', message, [], { 'www-authenticate': 'Bearer' }),
  forbidden: (message: string) => new Problem(403, 'forbidden', message),
  notFound: (what: string) => new Problem(404, `${what.replaceAll(' ', '_')}_not_found`, `There is no such ${what}`),
  conflict: (code: string, message: string) => new Problem(409, code, message),
  tooMany: (message: string, retryAfterSeconds: number) =>
    new Problem(429, 'too_many_requests', message, [], { 'retry-after': String(retryAfterSeconds) }),
  busy: () => new Problem(503, 'busy', 'We are busy just now, please try again', [], { 'retry-after': '2' }),
  unavailable: (message: string, retryAfterSeconds = 5) =>
    new Problem(503, 'unavailable', message, [], { 'retry-after': String(retryAfterSeconds) }),
  diskFull: () => problem.unavailable('We cannot save anything just now, please try again in a minute', 10),
}

/** The 503 response for a full disk or a temporary database error; undefined for any other error. */
export function outageProblem(error: unknown): Problem | undefined {
  if (isDiskFull(error)) return problem.diskFull()
  return isTemporary(error) ? problem.busy() : undefined
}

/** The body of every error response. `error.message` repeats the message for clients that read it there. */
export const problemBody = (error: Problem, requestId: string) => ({
  code: error.code,
  message: error.message,
  error: { message: error.message },
  errors: error.fields,
  requestId,
})

/**
 * Checks that a range of days (`YYYY-MM-DD`) is in order; either end is optional.
 * @throws validation_error (422) on `from` when the first day is after the last
 */
export function requireDayOrder(from: string | undefined, to: string | undefined): void {
  if (from && to && from > to) throw problem.field('from', 'The first day must not be after the last')
}
