import { revokePath, tokenPath } from '@adire/contract/auth.ts'
import { type Endpoint, fileType, isForMerchant, merchantInPath, pathParameters } from '@adire/contract/endpoint.ts'
import { schemasOf } from '@adire/contract/schemas.ts'
import type { ApiConfig } from '../config.ts'
import { type Area, areaTexts, listAreaEndpoints } from './openapi-areas.ts'
import { buildErrorResponses } from './openapi-errors.ts'
import { openapiExamples } from './openapi-examples.ts'
import { everyResponse, replayable, sharedHeaders } from './openapi-headers.ts'
import { type OpenapiSchemas, openSchemas } from './openapi-schemas.ts'
import {
  errorResponses,
  problemSchema,
  revokeOperation,
  securitySchemes,
  sharedParameters,
  tokenOperation,
} from './openapi-shared.ts'
import { summarize } from './openapi-summaries.ts'
import { buildWebhooks, webhookParameters } from './openapi-webhooks.ts'

export type JsonObject = Record<string, unknown>

/**
 * The OpenAPI 3.1 document of every endpoint, derived from the contract: its schemas, their descriptions, and examples that a
 * test validates. Operation ids are the names of endpoints, tags are areas; `security` and `x-callers` state who may call.
 */
export function openApi(config: ApiConfig): JsonObject {
  const schemas = openSchemas()
  const ordered = Object.keys(areaTexts) as Area[]
  const paths: Record<string, JsonObject> = {}
  for (const area of ordered)
    for (const [name, endpoint] of listAreaEndpoints(area)) {
      const path = `/${endpoint.server}/${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
      paths[path] = {
        ...paths[path],
        [endpoint.method.toLowerCase()]: buildOperation({ name, endpoint, area, schemas }),
      }
    }
  paths[`/core/${tokenPath}`] = { post: tokenOperation }
  paths[`/core/${revokePath}`] = { post: revokeOperation }
  const forServers = ordered.filter((area) => listAreaEndpoints(area).some(([, { access }]) => access === 'merchant'))
  const webhooks = buildWebhooks(schemas, areaTexts.webhooks.name)
  const names = (of: Area[]) => of.map((area) => areaTexts[area].name)
  return {
    openapi: '3.1.0',
    info: {
      title: `${config.brand.name} API`,
      version: '1',
      summary: 'Payments in naira.',
      description: about,
      contact: { name: config.brand.name, email: config.brand.helpEmail },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: ['test', 'live'].map((mode) => ({
      url: `${config.publicUrl}/${mode}`,
      description: mode === 'test' ? 'Test Mode' : 'Live Mode',
    })),
    security: [{ key: [] }],
    tags: [
      ...ordered.map((area) => ({ name: areaTexts[area].name, description: areaTexts[area].about })),
      {
        name: 'Authorisation',
        description: 'Access tokens for people (OAuth 2.0). A server uses its secret key instead.',
      },
    ],
    'x-tagGroups': [
      { name: 'For your server', tags: names(forServers) },
      {
        name: 'For people and pages',
        tags: [...names(ordered.filter((area) => !forServers.includes(area))), 'Authorisation'],
      },
    ],
    paths,
    webhooks,
    components: {
      securitySchemes: securitySchemes(config),
      parameters: { ...sharedParameters, ...webhookParameters },
      headers: sharedHeaders,
      responses: errorResponses,
      schemas: { Problem: problemSchema, ...schemas.named() },
    },
  }
}

const about = [
  'Amounts are integers in kobo. Instants are ISO 8601 in UTC; dates are days in Lagos. Ids are UUIDs.',
  'Servers authenticate with a secret key as bearer token. The key determines the business and the mode, `test` or `live`; the mode is also part of the URL.',
  'Every call that creates something accepts an `Idempotency-Key`. The same request with the same key within 24 hours gets the stored response, and nothing is done twice.',
  'Lists are paged by `cursor`: send the `nextCursor` of the previous page, until it is null.',
  'Every error has a `Problem` body, and every response a `request-id` header. By default a key may send 50 requests at once and 25 a second (`x-ratelimit-…` headers); above that the response is 429 with `Retry-After`.',
].join('\n\n')

interface Described {
  name: string
  endpoint: Endpoint
  area: Area
  schemas: OpenapiSchemas
}

function buildOperation({ name, endpoint, area, schemas }: Described): JsonObject {
  const { description, input } = schemasOf(endpoint)
  const { properties, required } = schemas.inputOf(input)
  if (isForMerchant(endpoint)) properties.merchantId = merchantField(endpoint)
  if (properties.id && endpoint.path.includes('/:id'))
    properties.id = { description: describeId(endpoint.path), ...properties.id }
  if (endpoint.access === 'member' && !merchantInPath(endpoint)) required.push('merchantId')
  const inPath = pathParameters(endpoint.path)
  const rest = Object.keys(properties).filter((field) => !inPath.includes(field))
  const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT'
  const example = openapiExamples[name]?.request
  const parameter = (where: string) => (field: string) => {
    const { description, ...schema } = properties[field] ?? { type: 'string' }
    const isRequired = where === 'path' || required.includes(field)
    return {
      name: field,
      in: where,
      required: isRequired,
      ...(description !== undefined && { description }),
      ...(schema.type === 'object' && { style: 'deepObject', explode: true }),
      schema,
      ...(example?.[field] !== undefined && { example: example[field] }),
    }
  }
  const given: JsonObject[] = [...inPath.map(parameter('path')), ...(hasBody ? [] : rest.map(parameter('query')))]
  if (endpoint.creates) given.push({ $ref: '#/components/parameters/IdempotencyKey' })
  return {
    operationId: name,
    summary: summarize(name),
    description: [description, whoCalls[endpoint.access], permissionText(endpoint)].filter(Boolean).join('\n\n'),
    tags: [areaTexts[area].name],
    security: buildSecurity(endpoint),
    'x-callers': callersByAccess[endpoint.access],
    ...(endpoint.permission && { 'x-permission': endpoint.permission }),
    ...(endpoint.errors.length > 0 && { 'x-error-codes': endpoint.errors }),
    ...(given.length > 0 && { parameters: given }),
    ...(hasBody && {
      requestBody: {
        required: rest.some((field) => required.includes(field)),
        content: {
          [endpoint.uploads ? 'multipart/form-data' : 'application/json']: {
            schema: buildBody(rest, properties, required),
            ...(example && { example }),
          },
        },
      },
    }),
    responses: buildResponses({ name, endpoint, schemas, hasInput: inPath.length > 0 }),
  }
}

const merchantField = ({ access }: Endpoint): JsonObject => ({
  type: 'string',
  format: 'uuid',
  description: access === 'merchant' ? 'Id of the business. Optional with a secret key.' : 'Id of the business.',
})

/** Description of `:id` in a path: of what the segment before it names, such as `payments/:id/refunds`. */
function describeId(path: string): string {
  const [, segment = ''] = /([\w-]+)\/:id/.exec(path) ?? []
  return `Id of the ${namesOfSegments[segment] ?? segment.replace(/s$/, '').replaceAll('-', ' ')}.`
}
const namesOfSegments: Record<string, string> = {
  'api-keys': 'API key',
  'cancel-schedule': 'debit',
  countries: 'country',
  'direct-debit': 'mandate',
  'request-log': 'request',
  runs: 'report run',
  schedules: 'report schedule',
  'split-parties': 'recipient',
  status: 'mandate',
  subscribe: 'subscription',
  users: 'signed-in user',
  'webhook-deliveries': 'delivery',
}

/** Kinds of callers per access level, as shown on the documentation page. */
const callersByAccess: Record<Endpoint['access'], string[]> = {
  merchant: ['server', 'person'],
  member: ['person'],
  user: ['person'],
  client: ['app'],
  public: ['anybody'],
  staff: [],
}
const whoCalls: Record<Endpoint['access'], string | undefined> = {
  merchant: undefined,
  member: 'For signed-in users; a secret key gets 403.',
  user: 'For signed-in users; a secret key gets 403.',
  client: 'For an app, before a user signs in.',
  public: 'Needs no key.',
  staff: undefined,
}

const permissionText = ({ permission }: Endpoint) =>
  permission && `Needs the permission \`${permission}\`, of a role or a restricted key.`

function buildSecurity({ access }: Endpoint): JsonObject[] {
  if (access === 'public') return []
  if (access === 'merchant') return [{ key: [] }, { user: ['profile'] }]
  return access === 'client' ? [{ client: ['client'] }] : [{ user: ['profile'] }]
}

const buildBody = (fields: string[], properties: Record<string, JsonObject>, required: string[]): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(fields.map((field) => [field, properties[field]])),
  ...(required.some((field) => fields.includes(field)) && {
    required: required.filter((field) => fields.includes(field)),
  }),
})

const responseType = ({ downloads, streams }: Endpoint) =>
  downloads ? fileType(downloads) : streams ? 'text/event-stream' : 'application/json'

function buildResponses({
  name,
  endpoint,
  schemas,
  hasInput,
}: Pick<Described, 'name' | 'endpoint' | 'schemas'> & { hasInput: boolean }): JsonObject {
  const output = schemas.outputOf(schemasOf(endpoint).output)
  const isEmpty = Object.keys(output).length === 0
  const responseExample = openapiExamples[name]?.response
  const headers = endpoint.creates ? replayable : everyResponse
  const done = isEmpty
    ? { '204': { description: 'Done', headers } }
    : {
        [endpoint.creates ? '201' : '200']: {
          description: 'Done',
          headers,
          content: {
            [responseType(endpoint)]: {
              schema: output,
              ...(responseExample !== undefined && { example: responseExample }),
            },
          },
        },
      }
  return { ...done, ...buildErrorResponses(endpoint, hasInput) }
}
