import type { ApiDocument, ApiSchema } from '@adire/contract/api-document.ts'
import { type ApiCall, findRequestBody, listParameters, resolveSchema } from './reference.ts'

/** Curl command of a call, for a terminal where `ADIRE_SECRET_KEY` is set. Placeholders of ids are in capitals. */
export function buildCurl(api: ApiDocument, call: ApiCall, publicUrl: string): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => name.replace(/([A-Z])/g, '_$1').toUpperCase())
  const requiredParameters = listParameters(api, call).filter((one) => one.in === 'query' && one.required)
  const query = requiredParameters
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(buildExample(api, schema)))}`)
    .join('&')
  const address = `${publicUrl}/test${path}${query && `?${query}`}`
  const lines = [`curl ${query ? `"${address}"` : address}`]
  if (call.method !== 'GET' && call.method !== 'POST') lines.push(`-X ${call.method}`)
  lines.push('-H "Authorization: Bearer $ADIRE_SECRET_KEY"')
  const [type, body] = findRequestBody(call) ?? []
  if (type === 'application/json' && body) {
    const sent = body.example ?? buildExample(api, body.schema)
    lines.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(sent, null, 2).replaceAll("'", '’')}'`)
  }
  return lines.join(' \\\n  ')
}

/** Example value of a schema, with required fields only. */
export function buildExample(api: ApiDocument, given: ApiSchema, name = ''): unknown {
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
