import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { readConfig } from '../api/config.ts'
import { openApi } from '../api/http/openapi.ts'
import { type Endpoint, merchantInPath } from '../contract/endpoint.ts'
import { contractAreas, listEndpoints } from '../contract/endpoints.ts'
import contract from '../contract/package.json' with { type: 'json' }
import { webhookEvents } from '../contract/webhook-events.ts'
import { docComment, type Schema, writeType } from './write-types.ts'

// `npm run pack-client -- <folder>`: packs the client for merchants' servers as an npm package, into that folder.
// The calls and their types come from the OpenAPI document, so that they are the contract's and need nothing of it.

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
const folder = resolve(process.argv[2] ?? '.')
const document = openApi(readConfig({})) as unknown as Document
const operations = new Map(
  Object.values(document.paths).flatMap((path) => Object.values(path).map((one) => [one.operationId, one] as const)),
)

/** What a server may call: what a secret key opens without naming the business, and what needs no key and is no page's. */
const isForServers = (area: string, endpoint: Endpoint) =>
  (endpoint.access === 'merchant' && !merchantInPath(endpoint)) || (endpoint.access === 'public' && area === 'lookups')
const chosen = Object.entries(contractAreas)
  .map(([area, module]) => ({ area, calls: listEndpoints(module).filter(([, one]) => isForServers(area, one)) }))
  .filter(({ calls }) => calls.length > 0)

/** `initialiseCharge` of the charges is `initialise`; what says more than a verb and the area's noun keeps its name. */
function shortName(area: string, name: string): string {
  const noun = area.replace(/s$/, '').replace(/^./, (first) => first.toUpperCase())
  const verb = new RegExp(`^([a-z]+)${noun}s?$`).exec(name)?.[1]
  return verb ?? name
}

function callsText(): string {
  const table = Object.fromEntries(
    chosen.map(({ area, calls }) => [
      area,
      Object.fromEntries(
        calls.map(([name, { input: _, output: __, ...endpoint }]) => [shortName(area, name), endpoint]),
      ),
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
  if (content['application/pdf']) return 'File'
  return content['text/csv'] ? 'string' : writeType(content['application/json']!.schema)
}

const pascal = (name: string) => name.replace(/^./, (first) => first.toUpperCase())

function typesText(): string {
  const named = Object.entries(document.components.schemas).map(
    ([name, schema]) => `${docComment(schema.description, '')}export type ${name} = ${writeType(schema)}`,
  )
  const inputs: string[] = []
  const grouped = chosen.map(({ area, calls }) => {
    const methods = calls.map(([name]) => {
      const operation = operations.get(name)!
      const { type, isOptional } = inputType(operation)
      inputs.push(
        `export type ${pascal(name)}Input = ${type}`,
        `export type ${pascal(name)}Output = ${outputType(operation)}`,
      )
      const given = `input${isOptional ? '?' : ''}: ${pascal(name)}Input`
      return `${docComment(operation.description, '    ')}    ${shortName(area, name)}(${given}, options?: CallOptions): Promise<${pascal(name)}Output>`
    })
    return `  ${area}: {\n${methods.join('\n')}\n  }`
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
    `/** What a webhook delivers. */\nexport type WebhookDelivered =\n${events.join('\n')}`,
    `export interface Client {\n${grouped.join('\n')}\n}`,
  ].join('\n\n')
}

const typesHead = `/// <reference lib="dom" />
export interface CallOptions {
  signal?: AbortSignal
  /** Made for you where a call creates something; the same for every try. */
  idempotencyKey?: string
  /** How long one try may take, in ms. */
  timeoutMs?: number
}
export interface ClientOptions {
  /** \`sk_test_…\` or \`sk_live_…\`: it decides the business and the mode. */
  key: string
  /** Where the API is: \`https://pay.example\`; or the base address of each server. */
  baseUrl: string | { core: string; collections: string; settlements: string }
  /** How long one try may take, in ms: 30,000. */
  timeoutMs?: number
  /** How often a call is tried again that found the service busy, or out of reach: twice. */
  retries?: number
  fetch?: typeof fetch
}
/** A refusal: \`status\` and \`code\` as the problem body has them, or \`status\` 0 when no answer came. */
export class CallError extends Error {
  status: number
  code: string
  fields: Array<{ field: string; message: string }>
  requestId: string | undefined
}
/** A delivery that is not to be believed. */
export class WebhookError extends Error {}
export function createClient(options: ClientOptions): Client
/** Everything that a list has, page by page: \`for await (const charge of each(client.charges.list, {}))\`. */
export function each<List extends (input: any) => Promise<{ content: unknown[]; nextCursor?: string | null }>>(
  list: List,
  input: NonNullable<Parameters<List>[0]>,
): AsyncGenerator<Awaited<ReturnType<List>>['content'][number]>
/** What was delivered, once it is certain that we sent it, and just now. \`body\` is the text as it came. Throws \`WebhookError\`. */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers | Record<string, string | readonly string[] | undefined>,
  secret: string,
  options?: { now?: Date },
): WebhookDelivered`

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
  const index = `import { buildClient } from './runtime.js'
export { CallError, each, verifyWebhook, WebhookError } from './runtime.js'

const calls = ${callsText()}

export const createClient = (options) => buildClient(calls, options)
`
  writeFileSync(join(workDir, 'index.js'), index)
  writeFileSync(join(workDir, 'index.d.ts'), `${typesText()}\n`)
  cpSync(join(here, 'README.md'), join(workDir, 'README.md'))
  const manifest = {
    name: '@adire/client',
    version: contract.version,
    description: 'Payments in naira, from your own server.',
    type: 'module',
    license: 'UNLICENSED',
    engines: { node: '>=20' },
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    types: './index.d.ts',
    files: ['index.js', 'index.d.ts', 'runtime.js', 'README.md'],
    sideEffects: false,
  }
  writeFileSync(join(workDir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  mkdirSync(folder, { recursive: true })
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: workDir,
    encoding: 'utf8',
  })
  process.stdout.write(`${join(folder, packed.trim().split('\n').at(-1)!)}\n`)
} finally {
  rmSync(workDir, { recursive: true, force: true })
}
