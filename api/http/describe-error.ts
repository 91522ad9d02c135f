import { redactBody } from './redact.ts'

/** The loggable part of an error: never a value that a person or a merchant sent. */
export interface DescribedError {
  name: string
  message: string
  /** Error code of PostgreSQL, Node or the network. */
  code?: string
  constraint?: string
  table?: string
  column?: string
  /** The statement with its placeholders, without its parameters. */
  statement?: string
  /** The stack frames, without the message line. */
  stack?: string
  cause?: DescribedError
}

const messageCharacters = 500
const statementCharacters = 1_000
/** Maximum depth of the cause chain; deeper causes add no information. */
const deepest = 4

/**
 * Describes an error for the log. Drizzle puts a statement's parameters into its message, PostgreSQL quotes values and
 * mail servers repeat email addresses, so redaction by field name is not enough: the text of every error is masked here.
 * Any other value is returned unchanged.
 */
export function describeError(error: unknown): unknown {
  return error instanceof Error ? describeCause(error, 1) : error
}

/** One line for a table or a log: the root cause, with the SQLSTATE if there is one. */
export function errorSummary(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown error'
  const first = findRootCause(error)
  const { code, message } = describeCause(first, deepest)
  return code && isSqlState(code) ? `PostgreSQL ${code}: ${message}` : message
}

/** Error text for a terminal: our own messages unchanged, database errors without their values. */
export function terminalMessage(error: Error): string {
  const { code, query } = error as Driver
  const isDatabase = typeof query === 'string' || (typeof code === 'string' && isSqlState(code))
  return isDatabase || error.message === '' ? errorSummary(error) : error.message
}

/** The root cause: the PostgreSQL error of a failed statement, or the first of several connection errors. */
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

function describeCause(error: Error, depth: number): DescribedError {
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
    ...(cause instanceof Error && depth < deepest && { cause: describeCause(cause, depth + 1) }),
  }
}

const isSqlState = (code: string) => /^[0-9A-Z]{5}$/.test(code)

/** The message; for SQLSTATE class 22 (invalid value) cut at the colon, because PostgreSQL puts the value after it. */
function errorMessage(error: Error): string {
  const reason = findRootCause(error)
  const { code } = reason as Driver
  return typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code) ? reason.message.split(':')[0]! : reason.message
}

const emails = /[^\s<>"'(),;:=]+@[^\s<>"'(),;:]+/g
const longNumbers = /(?<![\w.-])\+?\d{10,}(?![\w.-])/g
const passwordHashes = /\$argon2\S*/g

/** Masks email addresses, phone and account numbers, card numbers, keys and password hashes in a text. */
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
