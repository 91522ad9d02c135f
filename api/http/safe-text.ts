import type { FieldError } from '@adire/contract/call.ts'
import type { FastifyInstance } from 'fastify'
import { Problem, problem } from './problem.ts'
import { containsCardNumber } from './redact.ts'

const errorsMaximum = 50
/** More members than a list or an object of any endpoint has. A wrong value in each of 32,000 places would keep a process busy. */
const membersMaximum = 1_000

/**
 * Hooks that reject the zero character in paths, queries and bodies, because PostgreSQL text cannot contain it, and lists and objects with
 * more than 1,000 members.
 * @throws address_not_found (404) in a path, validation_error (400) at the field otherwise
 */
export function rejectZeroCharacters(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    const [path] = url.split('?', 1)
    if (/%00|\0/.test(path!)) throw new Problem(404, 'address_not_found', 'There is no such address')
  })
  app.addHook('preValidation', async ({ query, body }) => {
    const errors = [query, body].flatMap((input) =>
      errorsIn(input, ({ path, text }) =>
        text.includes('\0') || path.includes('\0') ? 'This field must not contain a zero character' : undefined,
      ),
    )
    if (errors.length > 0) throw problem.invalid(errors)
  })
}

/** Fields that are not checked for card numbers: the card number itself, and fields whose digits are an id, not text. */
const exempt = /^(number|code|cursor|token|\w*[rR]eference|\w*(Id|Ids|Key|Code|Number))$/

/**
 * Rejects card numbers in any field that is stored as text: names, notes, descriptions, custom field values, metadata.
 * @throws validation_error (400) at the field
 */
export function rejectCardNumbers(input: unknown): void {
  const errors = errorsIn(input, ({ path, text }) =>
    !exempt.test(path) && containsCardNumber(text)
      ? 'This looks like a card number. Never send card numbers here: remove it'
      : undefined,
  )
  if (errors.length > 0) throw problem.invalid(errors)
}

interface Found {
  /** Field names and indexes, joined by dots. */
  path: string
  text: string
}

/** Checks every text, and the number of members, at any depth, up to 50 errors. A loop, because a body may be nested deeper than the stack allows. */
function errorsIn(input: unknown, look: (found: Found) => string | undefined): FieldError[] {
  const errors: FieldError[] = []
  const waiting: { path: string; value: unknown }[] = [{ path: '', value: input }]
  while (waiting.length > 0 && errors.length < errorsMaximum) {
    const { path, value } = waiting.pop()!
    if (typeof value === 'string') {
      const message = look({ path, text: value })
      if (message) errors.push({ field: path.replaceAll('\0', ''), message })
    } else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !(value instanceof Blob)) {
      const members = Object.entries(value)
      if (members.length > membersMaximum) {
        errors.push({ field: path.replaceAll('\0', ''), message: 'Send at most 1,000 items here' })
        continue
      }
      for (const [name, inner] of members) {
        const inside = path ? `${path}.${name}` : name
        if (name.includes('\0') && typeof inner !== 'string') waiting.push({ path: inside, value: '' })
        waiting.push({ path: inside.slice(0, 200), value: inner })
      }
    }
  }
  return errors
}
