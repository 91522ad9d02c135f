import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { load } from 'js-yaml'

/** JSON Schema as the description writes it. */
type Schema = { [keyword: string]: unknown }
interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
}
interface DescribedOperation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type DescribedPath = { parameters?: Parameter[] } & Record<string, DescribedOperation | Parameter[] | undefined>
interface Description {
  paths: Record<string, DescribedPath>
}

/** Paystack's published OpenAPI description. The package also has a client; no code of it runs. */
const description = load(
  readFileSync(new URL('../openapi.yaml', import.meta.resolve('@alexasomba/paystack-node')), 'utf8'),
) as Description

/** Parameters that Paystack's documentation has and its OpenAPI description does not. */
const additions: Record<string, { body?: Schema; query?: Schema }> = {
  charge_create: {
    body: {
      currency: { type: 'string' },
      card: {
        type: 'object',
        required: ['number', 'cvv', 'expiry_month', 'expiry_year'],
        properties: {
          number: { type: 'string' },
          cvv: { type: 'string' },
          expiry_month: { type: 'string' },
          expiry_year: { type: 'string' },
        },
      },
      bank_transfer: {
        type: 'object',
        properties: { account_expires_at: { type: 'string', format: 'date-time' } },
      },
    },
  },
  dispute_uploadUrl: { query: { upload_filename: { type: 'string' } } },
  refund_list: { query: { transaction: { type: 'string' }, currency: { type: 'string' } } },
}

/** Replaces references by what they refer to. */
function resolveSchema(schema: Schema): Schema {
  const path = schema.$ref
  if (typeof path !== 'string') return schema
  let found: unknown = description
  for (const key of path.split('/').slice(1)) found = (found as Record<string, unknown>)[key]
  return resolveSchema(found as Schema)
}

/**
 * The same schema without references and `allOf`, and with `additionalProperties: false`: Paystack ignores a misspelt parameter, so
 * only this finds one.
 */
function toStrictSchema(schema: Schema): Schema {
  const { example: _, description: __, allOf, properties, items, ...rest } = resolveSchema(schema)
  const strict: Schema = { ...rest }
  const allProperties: Schema = { ...(properties as Schema | undefined) }
  const required = new Set((rest.required as string[] | undefined) ?? [])
  for (const member of (allOf as Schema[] | undefined) ?? []) {
    const { properties: more, required: names } = toStrictSchema(member)
    Object.assign(allProperties, more)
    for (const name of (names as string[] | undefined) ?? []) required.add(name)
    strict.type = 'object'
  }
  if (items) strict.items = toStrictSchema(items as Schema)
  if (required.size > 0) strict.required = [...required]
  if (Object.keys(allProperties).length === 0) return strict
  strict.properties = Object.fromEntries(
    Object.entries(allProperties).map(([name, property]) => [name, toStrictSchema(property as Schema)]),
  )
  return { ...strict, additionalProperties: false }
}

const readBody = formats.default(new Ajv({ strict: false, allErrors: true }))
/** Parameters of an address are text, so they are converted. */
const readAddress = formats.default(new Ajv({ strict: false, allErrors: true, coerceTypes: true }))

/** Operation of Paystack's API, and what is wrong with a request to it. */
export interface Operation {
  /** Id in the description, such as `transaction_initialize`. */
  id: string
  method: 'GET' | 'POST' | 'PUT'
  /** Path as Fastify writes it: `/transaction/verify/:reference`. */
  path: string
  /** Sentences that name the wrong parameters; none for a request that fits. */
  findProblems(request: { params: unknown; query: unknown; body: unknown }): string[]
}

/** @throws {Error} if the description has no such operation */
export function findOperation(method: Operation['method'], path: string): Operation {
  const described = description.paths[path]
  const operation = described?.[method.toLowerCase()] as DescribedOperation | undefined
  if (!described || !operation) throw new Error(`Paystack has no operation ${method} ${path}`)
  const parameters = [...(described.parameters ?? []), ...(operation.parameters ?? [])]
  const added = additions[operation.operationId] ?? {}
  const inPlace = (place: Parameter['in'], more: Schema = {}) => ({
    type: 'object',
    properties: {
      ...Object.fromEntries(parameters.filter((one) => one.in === place).map((one) => [one.name, one.schema])),
      ...more,
    },
    required: parameters.filter((one) => one.in === place && one.required).map((one) => one.name),
  })
  const body = operation.requestBody?.content['application/json']?.schema
  const validators: [part: 'params' | 'query' | 'body', ValidateFunction][] = [
    ['params', readAddress.compile(inPlace('path'))],
    ['query', readAddress.compile({ ...inPlace('query', added.query), additionalProperties: false })],
  ]
  if (body) {
    const strict = toStrictSchema(body)
    const properties = { ...(strict.properties as Schema), ...added.body }
    validators.push(['body', readBody.compile({ ...strict, properties })])
  }
  return {
    id: operation.operationId,
    method,
    path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    findProblems: (request) => validators.flatMap(([part, validate]) => findProblemsOf(part, validate, request[part])),
  }
}

function findProblemsOf(part: string, validate: ValidateFunction, value: unknown): string[] {
  // A copy: converting writes into what it reads.
  if (validate(part === 'body' ? value : { ...(value as object) })) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const extra = 'additionalProperty' in params ? `: ${params.additionalProperty}` : ''
    return `${part}${instancePath} ${message}${extra}`
  })
}
