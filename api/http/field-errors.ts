import type { FieldError } from '@adire/contract/call.ts'
import { formatNairaNumber } from '@adire/contract/money.ts'
import type * as z from 'zod/mini'

type Issue = z.core.$ZodIssue
type RawIssue = z.core.$ZodRawIssue

const fieldOf = ({ path = [] }: { path?: readonly PropertyKey[] | undefined }) => path.map(String).join('.')
const isKobo = (field: string) => field.endsWith('Kobo')

/** Errors of one response. A body of 64 KB can have a wrong value in each of 32,000 places. */
const maxErrors = 50

/**
 * Errors by field, at most 50. The schemas have the texts of forms: a person types naira, chooses from a list, and sees the text beside its field.
 * `sent` is the input of a program, which gets one error for each field, in kobo, with the values to choose from and what is missing.
 */
export function toFieldErrors(issues: readonly Issue[], sent?: object): FieldError[] {
  const errors: FieldError[] = []
  const named = new Set<string>()
  const issuesOf = countBy(issues, fieldOf)
  const add = (field: string, message: string) => {
    if (!sent || !named.has(field)) errors.push({ field, message })
    named.add(field)
  }
  for (const issue of issues) {
    if (errors.length >= maxErrors) break
    if (isBeyondExact(issue) && issuesOf.get(fieldOf(issue))! > 1) continue
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys.slice(0, maxErrors))
        add(fieldOf({ path: [...issue.path, key] }), `There is no field "${key}" here`)
    else add(fieldOf(issue), (sent && textForProgram(issue, sent)) || issue.message)
  }
  return errors.slice(0, maxErrors)
}

function countBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}

/** The message of a whole response to a program, which may log nothing else: it names the field. */
export const nameField = ({ field, message }: FieldError) =>
  message.startsWith(field) || message.includes(`"${field}"`) ? message : `${field}: ${message}`

function textForProgram(issue: Issue, sent: object): string | undefined {
  const field = fieldOf(issue)
  if (isKobo(field)) return koboText(field, issue)
  if (issue.code === 'invalid_value') return `${field} must be ${oneOf(issue.values)}`
  return issue.code === 'invalid_type' && valueAt(sent, issue.path) === undefined ? `${field} is required` : undefined
}

const valueAt = (sent: object, path: readonly PropertyKey[]) =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], sent)

/** Beyond the integers that JavaScript represents exactly. A field with a limit of its own has a second issue, which names that limit. */
const isBeyondExact = (issue: Issue) => 'origin' in issue && issue.origin === 'int'

function koboText(field: string, issue: Issue): string | undefined {
  const limitText = (kobo: number | bigint) => `${kobo} (NGN ${formatNairaNumber(Number(kobo))})`
  if (issue.code === 'too_small') return `${field} must be at least ${limitText(issue.minimum)}`
  if (issue.code === 'too_big') return `${field} must be at most ${limitText(issue.maximum)}`
  if (issue.code === 'invalid_type' || issue.code === 'invalid_union')
    return `${field} must be a whole number of kobo, for example 250000 for NGN 2,500.00`
  return undefined
}

const typeTexts: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  file: 'a file',
}
const typeText = (expected: string) => typeTexts[expected] ?? 'another type'

/** Text of an issue whose schema has none of its own: an error map of Zod. */
export function describeIssue(issue: RawIssue): string {
  const field = fieldOf(issue) || 'The input'
  if (issue.input === undefined) return `${field} is required`
  switch (issue.code) {
    case 'invalid_type':
      return `${field} must be ${typeText(issue.expected)}`
    case 'invalid_value':
      return `${field} must be ${oneOf(issue.values)}`
    case 'invalid_union':
      // The field that tells the forms apart has a value of none of them.
      return `${field} must be ${Array.isArray(issue.options) ? oneOf(issue.options) : unionText(issue.errors)}`
    case 'invalid_key':
      return issue.issues[0]?.message ?? `${field} is not valid`
    case 'too_small':
      return `${field} must ${limitText('at least', issue.minimum, issue.origin)}`
    case 'too_big':
      return `${field} must ${limitText('at most', issue.maximum, issue.origin)}`
    case 'invalid_format':
      return issue.format === 'datetime'
        ? `${field} must be an instant like 2026-03-18T09:30:00Z`
        : `${field} has the wrong format`
    default:
      return `${field} is not valid`
  }
}

const oneOf = (values: readonly unknown[]) => (values.length > 1 ? 'one of ' : '') + values.map(String).join(', ')

function limitText(bound: string, limit: number | bigint, origin: string): string {
  if (origin === 'string') return `have ${bound} ${limit} characters`
  return origin === 'array' ? `have ${bound} ${limit} items` : `be ${bound} ${limit}`
}

/** The types of a union, as in `text, a number or true or false`. */
function unionText(options: readonly (readonly Issue[])[]): string {
  const types = options.flat().flatMap((issue) => (issue.code === 'invalid_type' ? [typeText(issue.expected)] : []))
  return types.length > 0
    ? new Intl.ListFormat('en', { type: 'disjunction' }).format(new Set(types))
    : 'of another form'
}
