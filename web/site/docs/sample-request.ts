import type { ApiDocument, ApiSchema } from '@adire/contract/api-document.ts'
import { type ApiCall, findRequestBody, listParameters, resolveSchema } from './reference.ts'

/** Request of a call with its required fields. Placeholders of ids are in capitals. */
export interface SampleRequest {
  method: string
  url: string
  /** False if anybody may call it. */
  needsKey: boolean
  /** JSON body. */
  json?: unknown
  /** Fields of a form, whose file is on the disk. */
  form?: Record<string, string>
  /** Name of the file field of the form. */
  fileField?: string
}

export function buildSampleRequest(api: ApiDocument, call: ApiCall, publicUrl: string): SampleRequest {
  const parameters = listParameters(api, call)
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const [first] = parameters.find((one) => one.name === name)?.schema.enum ?? []
    return first === undefined ? name.replace(/([A-Z])/g, '_$1').toUpperCase() : String(first)
  })
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(
      ({ name, schema, example = buildExample(api, schema, name) }) => `${name}=${encodeURIComponent(String(example))}`,
    )
    .join('&')
  const needsKey = !call.operation['x-callers']?.includes('anybody')
  const request = { method: call.method, url: `${publicUrl}/test${path}${query && `?${query}`}`, needsKey }
  const [type, body] = findRequestBody(call) ?? []
  if (type === undefined || !body) return request
  if (type === 'application/json') return { ...request, json: body.example ?? buildExample(api, body.schema) }
  const fields = Object.keys(body.schema.properties ?? {}).filter((name) => body.schema.required?.includes(name))
  const fileField = fields.find((name) => /document|logo/.test(name))
  const texts = fields.filter((name) => name !== fileField)
  const form = Object.fromEntries(
    texts.map((name) => [name, String(buildExample(api, body.schema.properties![name]!, name))]),
  )
  return { ...request, form, ...(fileField && { fileField }) }
}

/** Example value of a schema, with required fields only. */
function buildExample(api: ApiDocument, given: ApiSchema, name = ''): unknown {
  const schema = resolveSchema(api, given)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return buildExample(api, schema.anyOf[0]!, name)
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(([field]) => schema.required?.includes(field))
        .map(([field, one]) => [field, buildExample(api, one, field)]),
    )
  if (schema.items) return [buildExample(api, schema.items, name)]
  const type = [schema.type].flat()[0]
  if (type === 'integer' || type === 'number') return /kobo/i.test(name) ? 250_000 : Math.max(1, schema.minimum ?? 1)
  if (type === 'boolean') return true
  if (type === 'object') return {}
  if (/email/i.test(name) || schema.format === 'email') return 'ada@example.com'
  if (schema.format === 'uuid') return 'ID'
  if (schema.format === 'date') return '2026-12-01'
  return /name/i.test(name) ? 'Ada Obi' : 'text'
}
