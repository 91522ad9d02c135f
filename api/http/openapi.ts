import { type Endpoint, isForMerchant, merchantInPath, pathParameters } from '@adire/contract/endpoint.ts'
import { endpoints } from '@adire/contract/endpoints.ts'
import * as z from 'zod/mini'
import type { Config } from '../config.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of every endpoint, derived from the contract. */
export function openApi(config: Config): Json {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = `/${endpoint.server}/${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${config.brand.name} API`,
      version: '1',
      description: 'Money is whole kobo. Instants are ISO 8601 in UTC. Refusals have a `Problem` body.',
    },
    servers: ['test', 'live'].map((mode) => ({ url: `${config.publicUrl}/${mode}`, description: `${mode} mode` })),
    tags: [...new Set(Object.values(endpoints).map(({ server }) => server))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        client: { type: 'http', scheme: 'bearer', description: 'A client_credentials access token' },
        user: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'A signed-in user’s access token' },
        key: { type: 'http', scheme: 'bearer', description: 'A secret key of the business, sk_test_… or sk_live_…' },
      },
      schemas: { Problem: problemSchema },
    },
  }
}

const problemSchema: Json = {
  type: 'object',
  required: ['code', 'message', 'errors', 'requestId'],
  properties: {
    code: { type: 'string' },
    message: { type: 'string' },
    error: { type: 'object', properties: { message: { type: 'string' } } },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
    requestId: { type: 'string' },
  },
}

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

function operation(name: string, endpoint: Endpoint): Json {
  const input = schemaOf(endpoint.input, 'input') as { properties?: Record<string, Json>; required?: string[] }
  const inPath = pathParameters(endpoint.path)
  const properties = { ...input.properties }
  const required = [...(input.required ?? [])]
  if (isForMerchant(endpoint))
    properties.merchantId = {
      type: 'string',
      format: 'uuid',
      description: 'The business this is for; a secret key may leave it out',
    }
  if (endpoint.access === 'member' && !merchantInPath(endpoint)) required.push('merchantId')
  const parameter = (where: string) => (field: string) => ({
    name: field,
    in: where,
    required: where === 'path' || required.includes(field),
    schema: properties[field] ?? { type: 'string' },
  })
  const rest = Object.keys(properties).filter((field) => !inPath.includes(field))
  const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT'
  const parameters = [...inPath.map(parameter('path')), ...(hasBody ? [] : rest.map(parameter('query')))]
  if (endpoint.creates)
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: { type: 'string', maxLength: 255 } as Json,
    })
  return {
    operationId: name,
    summary: name.replace(/([A-Z])/g, ' $1').toLowerCase(),
    tags: [endpoint.server],
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody && {
      requestBody: {
        required: true,
        content: {
          [endpoint.uploads ? 'multipart/form-data' : 'application/json']: {
            schema: bodyOf(rest, properties, required),
          },
        },
      },
    }),
    responses: responsesOf(endpoint),
  }
}

function securityOf({ access }: Endpoint): Json[] {
  if (access === 'public') return []
  if (access === 'merchant') return [{ user: [] }, { key: [] }]
  return [{ [access === 'client' ? 'client' : 'user']: [] }]
}

const bodyOf = (fields: string[], properties: Record<string, Json>, required: string[]): Json => ({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(fields.map((field) => [field, properties[field]])),
  ...(required.some((field) => fields.includes(field)) && {
    required: required.filter((field) => fields.includes(field)),
  }),
})

const answerType = ({ downloads, streams }: Endpoint) =>
  downloads ? 'text/csv' : streams ? 'text/event-stream' : 'application/json'

function responsesOf(endpoint: Endpoint): Json {
  const output = schemaOf(endpoint.output, 'output')
  const empty = Object.keys(output).length === 0
  const refusal = {
    description: 'Refused',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
  }
  const done = empty
    ? { '204': { description: 'Done' } }
    : {
        [endpoint.creates ? '201' : '200']: {
          description: 'Done',
          content: { [answerType(endpoint)]: { schema: output } },
        },
      }
  return { ...done, '4XX': refusal, '5XX': refusal }
}
