import { redactBody } from './redact.ts'

/** What of an error is logged: never a value that a person or a merchant sent. */
export interface DescribedError {
  name: string
  message: string
  /** The code of PostgreSQL, Node or the network. */
  code?: string
  constraint?: string
  table?: string
  column?: string
  /** The statement with its placeholders, without its parameters. */
  statement?: string
  /** The frames, without the message that stands above them. */
  stack?: string
  cause?: DescribedError
}

const messageCharacters = 500
const statementCharacters = 1_000
/** A cause of a cause of a cause says nothing new. */
const deepest = 4

/**
 * Describes an error for the log. Drizzle writes the parameters of a statement into its message, PostgreSQL quotes values,
 * mail servers repeat addresses: a field name does not tell, so the text of every error is masked here. What is not an
 * error is returned as it is.
 */
export function describeError(error: unknown): unknown {
  return error instanceof Error ? describe(error, 1) : error
}

/** One line for a table or a log: the deepest reason, with the code of PostgreSQL where there is one. */
export function errorSummary(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown error'
  const first = findRootCause(error)
  const { code, message } = describe(first, deepest)
  return code && isSqlState(code) ? `PostgreSQL ${code}: ${message}` : message
}

/** What a person at a terminal reads: our own sentences as they are, errors of the database without their values. */
export function terminalMessage(error: Error): string {
  const { code, query } = error as Driver
  const isDatabase = typeof query === 'string' || (typeof code === 'string' && isSqlState(code))
  return isDatabase || error.message === '' ? errorSummary(error) : error.message
}

/** The error that says why: of a failed statement PostgreSQL's, of several attempts to connect the first. */
function findRootCause(error: Error): Error {
  const { query, cause, errors } = error as Driver
  if (typeof query === 'string' && cause instanceof Error) return findRootCause(cause)
  if (error.message === '' && errors?.[0] instanceof Error) return errors[0]
  return error
}

interface Driver extends Error {
  query?: unknown
  code?: unknown
  constraint?: unknown
  table?: unknown
  column?: unknown
  errors?: unknown[]
}

function describe(error: Error, depth: number): DescribedError {
  const { query, code, constraint, table, column, cause } = error as Driver
  const isQuery = typeof query === 'string'
  const stack = stackFrames(error)
  return {
    name: error.name,
    message: isQuery ? 'Failed query' : maskText(errorMessage(error)),
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(typeof table === 'string' && { table }),
    ...(typeof column === 'string' && { column }),
    ...(isQuery && { statement: query.slice(0, statementCharacters) }),
    ...(stack && { stack }),
    ...(cause instanceof Error && depth < deepest && { cause: describe(cause, depth + 1) }),
  }
}

const isSqlState = (code: string) => /^[0-9A-Z]{5}$/.test(code)

/** PostgreSQL's class 22 (a value that does not fit) names the value after a colon. */
function errorMessage(error: Error): string {
  const reason = findRootCause(error)
  const { code } = reason as Driver
  return typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code) ? reason.message.split(':')[0]! : reason.message
}

const emails = /[^\s<>"'(),;:=]+@[^\s<>"'(),;:]+/g
const longNumbers = /(?<![\w.-])\+?\d{10,}(?![\w.-])/g
const passwordHashes = /\$argon2\S*/g

/** Text without email addresses, phone and account numbers, card numbers, keys and password hashes. */
export const maskText = (text: string): string =>
  redactBody(text.slice(0, messageCharacters))
    .replace(passwordHashes, '[hash]')
    .replace(emails, '[email]')
    .replace(longNumbers, '[number]')

const stackFrames = ({ stack }: Error) =>
  stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
