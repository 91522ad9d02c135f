import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { readConfig } from '../api/config.ts'
import { openApi } from '../api/http/openapi.ts'
import contract from '../contract/package.json' with { type: 'json' }
import { webhookEvents } from '../contract/webhook-events.ts'
import { clientAreas } from './methods.ts'
import { buildPostmanCollection, type CollectionSource } from './postman.ts'
import { docComment, type Schema, writeType } from './write-types.ts'

// `npm run pack-client -- <folder>`: packs the client for merchants' servers as an npm package into that folder.
// Calls and types are generated from the OpenAPI document, so that they match the contract and the package does not
// depend on it.

interface Operation {
  operationId: string
  description?: string
  parameters?: { name?: string; in?: string; required?: boolean; description?: string; schema?: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const here = import.meta.dirname
const document = openApi(readConfig({})) as unknown as Document
const operations = new Map(
  Object.values(document.paths).flatMap((path) => Object.values(path).map((one) => [one.operationId, one] as const)),
)

function callsText(): string {
  const table = Object.fromEntries(
    clientAreas.map(({ area, methods }) => [
      area,
      Object.fromEntries(methods.map(({ name, endpoint: { topics: _, errors: __, ...endpoint } }) => [name, endpoint])),
    ]),
  )
  return JSON.stringify(table, null, 2)
}

function inputType({ parameters = [], requestBody }: Operation): { type: string; isOptional: boolean } {
  const body = Object.entries(requestBody?.content ?? {})[0]
  const isForm = body?.[0] === 'multipart/form-data'
  const properties: Record<string, Schema> = {}
  const required: string[] = []
  for (const { name, in: parameterIn, required: isRequired, schema, description } of parameters) {
    if (!name || !schema || parameterIn === 'header') continue
    properties[name] = { ...schema, ...(description && { description }) }
    if (isRequired) required.push(name)
  }
  for (const [name, schema] of Object.entries(body?.[1].schema.properties ?? {}))
    properties[name] = isForm && !schema.type && !schema.enum ? { $ref: 'Blob' } : schema
  required.push(...(body?.[1].schema.required ?? []))
  delete properties.merchantId
  const needed = required.filter((name) => name in properties)
  if (Object.keys(properties).length === 0) return { type: 'Record<string, never>', isOptional: true }
  return { type: writeType({ type: 'object', properties, required: needed }), isOptional: needed.length === 0 }
}

function outputType({ responses }: Operation): string {
  const content = (responses['200'] ?? responses['201'])?.content
  if (!content) return 'void'
  if (content['application/json']) return writeType(content['application/json'].schema)
  return content['text/csv'] ? 'string' : 'File'
}

const pascal = (name: string) => name.replace(/^./, (first) => first.toUpperCase())

function typesText(): string {
  const named = Object.entries(document.components.schemas).map(
    ([name, schema]) => `${docComment(schema.description, '')}export type ${name} = ${writeType(schema)}`,
  )
  const inputs: string[] = []
  const grouped = clientAreas.map(({ area, methods }) => {
    const signatures = methods.map(({ name, endpointName }) => {
      const operation = operations.get(endpointName)!
      const typeName = pascal(endpointName)
      const { type, isOptional } = inputType(operation)
      inputs.push(`export type ${typeName}Input = ${type}`, `export type ${typeName}Output = ${outputType(operation)}`)
      const given = `input${isOptional ? '?' : ''}: ${typeName}Input`
      return `${docComment(operation.description, '    ')}    ${name}(${given}, options?: CallOptions): Promise<${typeName}Output>`
    })
    return `  ${area}: {\n${signatures.join('\n')}\n  }`
  })
  const objects: Record<string, string> = {
    payment: 'Payment',
    invoice: 'Invoice',
    customer: 'Customer',
    refund: 'Refund',
  }
  const events = Object.entries(webhookEvents).map(([type, { object }]) => {
    const data = objects[object] ?? pascal(object)
    const known = data in document.components.schemas ? data : 'Record<string, unknown>'
    return `  | { type: ${JSON.stringify(type)}; timestamp: string; test?: true; data: ${known} }`
  })
  return [
    typesHead,
    ...named,
    ...inputs,
    `/** Body of a webhook delivery. */\nexport type WebhookDelivered =\n${events.join('\n')}`,
    `export interface Client {\n${grouped.join('\n')}\n}`,
  ].join('\n\n')
}

const typesHead = `/// <reference lib="dom" />
export interface CallOptions {
  signal?: AbortSignal
  /** Default for a call that creates something: a random key, the same for all attempts. */
  idempotencyKey?: string
  /** Timeout of one attempt, in ms. */
  timeoutMs?: number
}
export interface ClientOptions {
  /** Secret key, \`sk_test_…\` or \`sk_live_…\`. It determines the business and the mode. */
  key: string
  /** URL of the API, such as \`https://pay.example\`, or the base URL of each server. */
  baseUrl: string | { core: string; collections: string; settlements: string }
  /** Timeout of one attempt, in ms. Default: 30,000. */
  timeoutMs?: number
  /** Number of retries if the service is busy or unreachable. Default: 2. */
  retries?: number
  fetch?: typeof fetch
}
/** Error response of the API: \`status\` and \`code\` of the problem body, or \`status\` 0 if there was no response. */
export class CallError extends Error {
  status: number
  code: string
  fields: Array<{ field: string; message: string }>
  requestId: string | undefined
}
/** A webhook delivery whose signature or time is not valid. */
export class WebhookError extends Error {}
export function createClient(options: ClientOptions): Client
/** Iterates over all items of a list, page by page: \`for await (const charge of each(client.charges.list, {}))\`. */
export function each<List extends (input: any) => Promise<{ content: unknown[]; nextCursor?: string | null }>>(
  list: List,
  input: NonNullable<Parameters<List>[0]>,
): AsyncGenerator<Awaited<ReturnType<List>>['content'][number]>
/** Verifies signature and time of a webhook delivery and returns its parsed body. \`body\` is the raw request body. Throws \`WebhookError\`. */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers | Record<string, string | readonly string[] | undefined>,
  secret: string,
  options?: { now?: Date },
): WebhookDelivered`

const indexText = () => `import { buildClient } from './runtime.js'
export { CallError, each, verifyWebhook, WebhookError } from './runtime.js'

const calls = ${callsText()}

export const createClient = (options) => buildClient(calls, options)
`

/** Packs the client into a folder. Resolves with the path of the package. */
export async function packClient(folder: string): Promise<string> {
  const workDir = mkdtempSync(join(tmpdir(), 'adire-client-'))
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        outDir: workDir,
        minify: false,
        target: 'es2022',
        lib: { entry: join(here, 'client.ts'), formats: ['es'], fileName: () => 'runtime.js' },
        rollupOptions: { external: [/^node:/] },
      },
    })
    writeFileSync(join(workDir, 'index.js'), indexText())
    writeFileSync(join(workDir, 'index.d.ts'), `${typesText()}\n`)
    for (const file of ['README.md', 'LICENSE']) cpSync(join(here, file), join(workDir, file))
    const manifest = {
      name: '@adire/client',
      version: contract.version,
      description: 'Payments in naira, from your own server.',
      type: 'module',
      license: 'MIT',
      keywords: ['payments', 'nigeria', 'naira', 'adire'],
      engines: { node: '>=20' },
      exports: { '.': { types: './index.d.ts', default: './index.js' } },
      types: './index.d.ts',
      files: ['index.js', 'index.d.ts', 'runtime.js'],
      sideEffects: false,
    }
    writeFileSync(join(workDir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    mkdirSync(folder, { recursive: true })
    const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: workDir,
      encoding: 'utf8',
    })
    return join(folder, packed.trim().split('\n').at(-1)!)
  } finally {
    rmSync(workDir, { recursive: true, force: true })
  }
}

/** Writes the Postman collection into a folder. */
export function writePostmanCollection(folder: string): void {
  const collection = buildPostmanCollection(document as unknown as CollectionSource)
  writeFileSync(join(folder, 'adire.postman_collection.json'), JSON.stringify(collection, null, 2))
}

if (import.meta.main) process.stdout.write(`${await packClient(resolve(process.argv[2] ?? '.'))}\n`)
