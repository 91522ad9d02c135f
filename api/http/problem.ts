import type { StaffErrorCode } from '@adire/contract/back-office/error-codes.ts'
import type { FieldError } from '@adire/contract/call.ts'
import { type ErrorCode, type ErrorCodeOf, errorCodes } from '@adire/contract/error-codes.ts'
import { isDiskFull, isTemporary } from '../database/errors.ts'

/**
 * Codes that no endpoint of the API responds with: of the back office and the operator's commands, the hosted pages and the token endpoint
 * (RFC 6749).
 */
type CodeOutsideEndpoints =
  | NotFoundOutsideEndpoints
  | StaffErrorCode
  | 'dispute_at_processor'
  | 'live_move'
  | 'nothing_to_dispute'
  | 'sandbox_documents'
  | 'foreign_form'
  | 'page_changed'
  | 'invalid_grant'
  | 'invalid_code'
  | 'mfa_required'
type NotFoundOutsideEndpoints =
  | Extract<StaffErrorCode, `${string}_not_found`>
  | `${'KYC_type' | 'discrepancy' | 'failed_job' | 'mail' | 'picture' | 'primary_account' | 'processor' | 'processor_event'}_not_found`

export type ProblemCode = ErrorCode | CodeOutsideEndpoints

type Spaced<Name extends string> = Name extends `${infer First}_${infer Rest}` ? `${First} ${Spaced<Rest>}` : Name
type ObjectOf<Code extends string> = Code extends `${infer Name}_not_found` ? Spaced<Name> : never

/** What can be missing: `payment link` in `payment_link_not_found`. */
export type MissingObject = ObjectOf<ErrorCodeOf<404> | NotFoundOutsideEndpoints>

/**
 * An error response: an HTTP status, a code for programs and a message for people. A handler throws it, which rolls its transaction
 * back. A handler that returns it commits: the request is rejected, and what the handler stored stays.
 */
export class Problem extends Error {
  override name = 'Problem'
  status: number
  code: ProblemCode
  fields: FieldError[]
  headers: Record<string, string>
  /** Id of the request for approval that the response names. */
  approvalId: string | undefined

  constructor(
    status: number,
    code: ProblemCode,
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
  invalid: (errors: FieldError[], message = errors[0]?.message ?? 'The request is not valid') =>
    new Problem(400, 'validation_error', message, errors),
  /** 422 for a field that is well formed but cannot be accepted. */
  field: (field: string, message: string, code: ErrorCodeOf<422> | StaffErrorCode = 'validation_error') =>
    new Problem(422, code, message, [{ field, message }]),
  unauthenticated: (message = 'Sign in to continue', code: ErrorCodeOf<401> = 'unauthenticated') =>
    new Problem(401, code, message, [], { 'www-authenticate': 'Bearer' }),
  forbidden: (message: string) => new Problem(403, 'forbidden', message),
  notFound: (what: MissingObject) =>
    new Problem(404, `${what.replaceAll(' ', '_')}_not_found` as ProblemCode, `There is no such ${what}`),
  methodNotAllowed: (method: string, allowed: readonly string[]) =>
    new Problem(405, 'method_not_allowed', `This URL does not accept ${method}, only ${allowed.join(', ')}`, [], {
      allow: allowed.join(', '),
    }),
  /** 409. `field` is what can be changed to avoid it, if anything. */
  conflict: (code: ErrorCodeOf<409> | CodeOutsideEndpoints, message: string, field?: string) =>
    new Problem(409, code, message, field === undefined ? [] : [{ field, message }]),
  tooMany: (message: string, retryAfterSeconds: number, headers: Record<string, string> = {}) =>
    new Problem(429, 'too_many_requests', message, [], { ...headers, 'retry-after': String(retryAfterSeconds) }),
  busy: () => new Problem(503, 'busy', 'We are busy right now. Please try again', [], { 'retry-after': '2' }),
  unavailable: (message: string, retryAfterSeconds = 5) =>
    new Problem(503, 'unavailable', message, [], { 'retry-after': String(retryAfterSeconds) }),
  diskFull: () => problem.unavailable('We cannot save anything right now. Please try again in a minute', 10),
}

/** The 503 response for a full disk or a temporary database error; undefined for any other error. */
export function outageProblem(error: unknown): Problem | undefined {
  if (isDiskFull(error)) return problem.diskFull()
  return isTemporary(error) ? problem.busy() : undefined
}

/**
 * The body of every error response. `error.message` repeats the message for clients that read it there; `doc_url` is the description of
 * the code in the documentation.
 */
export const problemBody = (error: Problem, requestId: string, publicUrl: string) => ({
  code: error.code,
  message: error.message,
  error: { message: error.message },
  errors: error.fields,
  requestId,
  ...(error.approvalId && { approvalId: error.approvalId }),
  ...(error.code in errorCodes && { doc_url: `${publicUrl}/docs/errors#${error.code}` }),
})

/**
 * Checks that a range of days (`YYYY-MM-DD`) is in order; either end is optional.
 * @throws validation_error (422) on `from` when the first day is after the last
 */
export function requireDayOrder(from: string | undefined, to: string | undefined): void {
  if (from && to && from > to) throw problem.field('from', 'The first day must not be after the last')
}
