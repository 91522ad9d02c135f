import {
  type Endpoint,
  isForMerchant,
  merchantInPath,
  type ParsedInput,
  pathParameters,
} from '@adire/contract/endpoint.ts'
import { schemasOf } from '@adire/contract/schemas.ts'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { describeIssue, nameField, toFieldErrors } from './field-errors.ts'
import { Problem, problem } from './problem.ts'
import { rejectCardNumbers } from './safe-text.ts'

export type Fields = Record<string, unknown>

/**
 * The request's input, not validated yet, and separately the merchant id that it names.
 * @throws unsupported_media_type (415) for anything but JSON, validation_error (400) for JSON that is no object
 */
export function collectInput(endpoint: Endpoint, request: FastifyRequest): { fields: Fields; merchantId: unknown } {
  const hasBody = !endpoint.uploads && (endpoint.method === 'POST' || endpoint.method === 'PUT')
  const type = request.headers['content-type']
  if (hasBody && type !== undefined && !/^application\/json\s*(;|$)/i.test(type))
    throw new Problem(415, 'unsupported_media_type', 'Send JSON, with content-type application/json')
  const given = hasBody ? (request.body === undefined ? {} : request.body) : readQuery(request.query as Fields)
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw problem.invalid([{ field: '', message: 'Send a JSON object' }])
  const fields: Fields = { ...given, ...(request.params as Fields) }
  if (!isForMerchant(endpoint)) return { fields, merchantId: undefined }
  const { merchantId, ...rest } = fields
  return { fields: rest, merchantId: merchantInPath(endpoint) ? (request.params as Fields).merchantId : merchantId }
}

/**
 * The fields of a query: `metadata[orderId]=1042` is the key `orderId` of the object `metadata`.
 * @throws validation_error (400) for a field that is sent twice, and for the key `__proto__`, which schemas drop: the list would be
 * unfiltered
 */
function readQuery(query: Fields): Fields {
  const fields: Fields = {}
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) throw problem.invalid([{ field: name, message: `Send ${name} once` }])
    const [, object, key] = /^([a-zA-Z]\w*)\[([^[\]]*)\]$/.exec(name) ?? []
    if (object === undefined || key === undefined) fields[name] = value
    else if (key === '__proto__') throw problem.invalid([{ field: `${object}.${key}`, message: 'Use another key' }])
    else if (isFields(fields[object])) fields[object][key] = value
    else fields[object] = { [key]: value }
  }
  return fields
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/**
 * The validated path fields of an upload, whose file has not been read yet.
 * @throws validation_error (400)
 */
export function parsePathFields(endpoint: Endpoint, fields: Fields): Fields {
  const upload = schemasOf(endpoint).input as unknown as z.ZodMiniObject<Record<string, z.ZodMiniType>>
  const inPath = pathParameters(endpoint.path)
  const known = Object.entries(upload.shape).map(([name, schema]) => [
    name,
    inPath.includes(name) ? schema : z.optional(z.unknown()),
  ])
  const input = z.strictObject(Object.fromEntries(known))
  return parseFields(input, fields) as Fields
}

/**
 * Parses a call's input by the contract, for every kind of entry point. `byProgram`: the errors have the texts for programs, not for people.
 * @throws validation_error (400) with up to 50 fields, also for a field that contains a card number
 */
export const validateInput = <E extends Endpoint>(endpoint: E, fields: Fields, byProgram = false): ParsedInput<E> =>
  parseFields(schemasOf(endpoint).input, fields, byProgram) as ParsedInput<E>

function parseFields(schema: z.ZodMiniType, fields: Fields, byProgram = false): unknown {
  const result = z.safeParse(schema, fields, { error: describeIssue })
  if (!result.success) {
    const errors = toFieldErrors(result.error.issues, byProgram ? fields : undefined)
    throw problem.invalid(errors, byProgram ? nameField(errors[0]!) : undefined)
  }
  rejectCardNumbers(result.data)
  return result.data
}
