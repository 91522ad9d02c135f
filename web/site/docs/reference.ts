import type { ApiDocument, ApiOperation, ApiParameter, ApiSchema } from '@adire/contract/api-document.ts'
import { errorCodes, statusesOf } from '@adire/contract/error-codes.ts'
import { orderCalls } from './call-order.ts'
import { describeLimits } from './limits.ts'

/** The part of the OpenAPI document (`api/http/openapi.ts`) shown in the reference: calls made by a business's server. */

export interface ApiCall {
  id: string
  method: string
  path: string
  operation: ApiOperation
}
export interface ReferenceArea {
  path: string
  title: string
  description: string
  calls: ApiCall[]
}

const toSlug = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

const known = new WeakMap<ApiDocument, ReferenceArea[]>()

/** API areas in the order of the document, with the calls that take a secret key or no authentication. */
export function buildAreas(api: ApiDocument): ReferenceArea[] {
  const cached = known.get(api)
  if (cached) return cached
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
  const areas = api.tags
    .map(({ name, description }) => ({
      path: `/docs/api/${toSlug(name)}`,
      title: name,
      description,
      calls: orderCalls(calls.filter(({ operation }) => operation.tags[0] === name && isForServers(operation))),
    }))
    .filter((area) => area.calls.length > 0)
  known.set(api, areas)
  return areas
}

/** Calls that anybody may make are for pages of ours, except those of reference data. */
const isForServers = ({ 'x-callers': callers = [], tags }: ApiOperation) =>
  callers.includes('server') || (callers.includes('anybody') && tags[0] === 'Lookups')

export const listParameters = (api: ApiDocument, { operation }: ApiCall): ApiParameter[] =>
  (operation.parameters ?? []).map((parameter) =>
    parameter.$ref ? api.components.parameters[parameter.$ref.split('/').at(-1)!]! : parameter,
  )

export const findRequestBody = ({ operation }: ApiCall) => Object.entries(operation.requestBody?.content ?? {})[0]

/** Success response of a call. */
export function successResponse({ operation }: ApiCall) {
  const [status, response] = Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? []
  return { status, content: Object.entries(response?.content ?? {})[0] }
}

/** Error responses of a call by status, with the error codes of the call itself. */
export const errorResponses = (api: ApiDocument, { operation }: ApiCall) =>
  Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('4'))
    .map(([status, { $ref, description }]) => ({
      status,
      description: $ref ? (api.components.responses[$ref.split('/').at(-1)!]?.description ?? '') : (description ?? ''),
      codes: (operation['x-error-codes'] ?? [])
        .filter((code) => statusesOf(code).includes(Number(status)))
        .map((code) => ({ code, description: errorCodes[code].description })),
    }))

export const resolveSchema = (api: ApiDocument, schema: ApiSchema): ApiSchema =>
  schema.$ref
    ? resolveSchema(api, {
        ...api.components.schemas[schema.$ref.split('/').at(-1)!],
        ...(schema.description && { description: schema.description }),
      })
    : schema

/** Short name of a type. */
export function formatType(api: ApiDocument, schema: ApiSchema): string {
  if (schema.$ref) return formatType(api, resolveSchema(api, schema))
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return [...new Set(schema.anyOf.map((one) => formatType(api, one)))].join(' or ')
  if (schema.items) return `list of ${formatType(api, schema.items)}`
  const type = [schema.type ?? 'any'].flat().join(' or ')
  return schema.format && schema.format !== 'uuid'
    ? `${type} (${schema.format})`
    : schema.format === 'uuid'
      ? 'id'
      : type
}

/** A field as the reference shows it. */
export interface FieldRow {
  name: string
  type: string
  isRequired: boolean
  /** Limits and default in words; empty without any. */
  limits: string
  text: string
}

/** Fields of an object, each followed by the fields of its nested object, to a limited depth. */
export function listFields(api: ApiDocument, given: ApiSchema, depth = 0, prefix = ''): FieldRow[] {
  const schema = objectIn(api, given)
  return Object.entries(schema?.properties ?? {}).flatMap(([name, field]) => {
    const about = resolveSchema(api, field)
    const row = {
      name: prefix + name,
      type: formatType(api, field),
      isRequired: schema?.required?.includes(name) ?? false,
      limits: describeLimits(about),
      text: field.description ?? about.description ?? '',
    }
    return depth >= 1 ? [row] : [row, ...listFields(api, field, depth + 1, `${prefix}${name}.`)]
  })
}

function objectIn(api: ApiDocument, given: ApiSchema): ApiSchema | undefined {
  const schema = resolveSchema(api, given)
  if (schema.properties) return schema
  if (schema.items) return objectIn(api, schema.items)
  return schema.anyOf?.map((one) => objectIn(api, one)).find(Boolean)
}
