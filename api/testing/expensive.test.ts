import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listCustomers } from '@adire/contract/customers.ts'
import { type Endpoint, isForMerchant } from '@adire/contract/endpoint.ts'
import { createInvoice, sendInvoice } from '@adire/contract/invoices.ts'
import { submitBusinessDetails } from '@adire/contract/onboarding.ts'
import { schemasOf } from '@adire/contract/schemas.ts'
import sharp from 'sharp'
import * as z from 'zod/mini'
import { type TestApp, testApp } from './app.ts'
import {
  endpointsInOrder,
  inputFor,
  openScene,
  type RequestFields,
  sendRequest,
  toInputSchema,
} from './every-endpoint.ts'
import { mainThreadMs } from './main-thread.ts'
import { businessDetails, registerNewcomer } from './onboarding.ts'
import { buildPdf, pdfPage } from './pdf.ts'
import { signIn } from './sign-in.ts'
import type { TestUser } from './users.ts'

/** 95th percentile of response times, in ms. */
const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!

async function timed(callback: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await callback()
  return performance.now() - begin
}

/** Requests of other users: a list and a sign-in. */
interface Others {
  list(): Promise<unknown>
  signIn(): Promise<unknown>
}

async function createOthers(api: TestApp): Promise<Others> {
  const other = await api.createUser('Other')
  const { call } = api.as(other)
  return {
    list: () => call(listCustomers, {} as never),
    signIn: async () => {
      const { status } = await signIn(api, other.email, other.password)
      assert.ok(status === 200 || status === 503, String(status))
    },
  }
}

/**
 * Sends `load` ten times at once, and another user's request repeatedly until all are done. The bound comes from the same run and is
 * generous, so a busy machine does not fail the test. If the event loop or the threads are blocked, a request takes almost as long as the load.
 */
async function delayedBy(t: TestContext, name: string, send: () => Promise<unknown>, load: () => Promise<number>) {
  const alone: number[] = []
  for (let n = 0; n < 10; n++) alone.push(await timed(send))
  let isRunning = true
  const begin = performance.now()
  const sent = Promise.all(Array.from({ length: 10 }, load)).finally(() => {
    isRunning = false
  })
  const meanwhile: number[] = []
  do meanwhile.push(await timed(send))
  while (isRunning)
  const statuses = await sent
  const bound = Math.max(5 * p95(alone) + 5_000, (performance.now() - begin) / 2)
  t.diagnostic(`${name}: ${Math.round(p95(meanwhile))} ms, ${Math.round(p95(alone))} ms alone, ${statuses}`)
  assert.ok(p95(meanwhile) < bound, `${name}: ${p95(meanwhile)} ms, at most ${bound}`)
  return statuses
}

/** Picture with the maximum number of pixels and bytes; noise compresses badly. */
async function largePicture(): Promise<Buffer> {
  const raw = Buffer.alloc(4_000 * 4_000 * 3)
  for (let at = 0; at < raw.length; at += 97) raw[at] = at % 251
  return sharp(raw, { raw: { width: 4_000, height: 4_000, channels: 3 } })
    .png({ compressionLevel: 6 })
    .toBuffer()
}

const form = (field: string, content: Buffer, name: string) => {
  const made = new FormData()
  made.set(field, new Blob([new Uint8Array(content)]), name)
  return made
}

async function post(api: TestApp, path: string, { token, merchantId }: TestUser, body: FormData): Promise<number> {
  const response = await fetch(`${api.url}/test/${path}${path.includes('?') ? '&' : '?'}merchantId=${merchantId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  })
  await response.text()
  return response.status
}

test('ten images, PDFs and sign-ins at once delay nobody else', async (t) => {
  const api = await testApp(t)
  const others = await createOthers(api)
  const [who, reader] = [await registerNewcomer(api, 'Busy'), await registerNewcomer(api, 'Reader')]
  const { call } = api.as(who)
  for (const one of [who, reader]) await api.as(one).call(submitBusinessDetails, businessDetails as never)
  const picture = await largePicture()
  const upload =
    (content: Buffer, name: string, { merchantId, token } = who) =>
    () =>
      fetch(`${api.url}/test/core/api/v1/merchants/${merchantId}/upload-kyc/OWNER_IDENTITY`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: form('document', content, name),
      }).then(async (response) => {
        await response.text()
        return response.status
      })
  const foreign = `collections/disputes/${crypto.randomUUID()}/evidence/receipt`
  const denied = await delayedBy(t, 'pictures for a dispute that is none', others.signIn, () =>
    post(api, foreign, who, form('document', picture, 'a.png')),
  )
  assert.deepEqual(new Set(denied), new Set([404]))
  const pictures = await delayedBy(t, 'pictures', others.signIn, upload(picture, 'a.png'))
  assert.ok(pictures.includes(200) || pictures.includes(409), String(pictures))
  assert.ok(pictures.every((status) => [200, 409, 429, 503].includes(status)))
  const deep = buildPdf([...pdfPage(), ...Array<string>(40_000).fill('<< /A [1 2 3 (text) /Name <41> 3 0 R] >>')])
  const read = await delayedBy(t, 'PDFs that are read', others.list, upload(deep, 'a.pdf', reader))
  assert.ok(read.includes(200), String(read))

  const lines = Array.from({ length: 50 }, (_, n) => ({
    description: `${'A long line of text '.repeat(9)}${n}`,
    quantity: 1,
    unitPriceKobo: 100_000,
  }))
  const sent = await Promise.all(
    Array.from({ length: 10 }, async (_, n) => {
      const draft = await call(createInvoice, {
        customerEmail: `payer-${n}@example.com`,
        dueOn: new Date(Date.now() + 30 * 864e5).toISOString().slice(0, 10),
        lines,
      } as never)
      return call(sendInvoice, { id: draft.id })
    }),
  )
  let next = 0
  const drawn = await delayedBy(t, 'invoices', others.list, async () => {
    const response = await fetch(api.url + new URL(sent[next++ % 10]!.pdfUrl).pathname)
    await response.arrayBuffer()
    return response.status
  })
  assert.ok(drawn.every((status) => [200, 429, 503].includes(status)) && drawn.includes(200), String(drawn))
  const path = api.url + new URL(sent[0]!.pdfUrl).pathname
  const first = await fetch(path)
  const again = await fetch(path, { headers: { 'if-none-match': first.headers.get('etag')! } })
  assert.deepEqual([first.status, again.status], [200, 304])

  await delayedBy(
    t,
    'sign-ins of one network',
    others.list,
    async () => (await signIn(api, 'nobody@example.com', 'x')).status,
  )
})

/** Largest value of a schema by its limits: the longest texts and lists. It may break a pattern or a rule between fields. */
function largest(schema: unknown, depth = 0): unknown {
  const json = schema as {
    type?: string
    maxLength?: number
    maxItems?: number
    items?: unknown
    enum?: unknown[]
    const?: unknown
    anyOf?: unknown[]
    maximum?: number
    properties?: Record<string, unknown>
  }
  if (json.const !== undefined) return json.const
  if (json.enum) return json.enum[0]
  if (json.anyOf) return largest(json.anyOf[0], depth)
  switch (json.type) {
    case 'string':
      return 'x'.repeat(Math.min(json.maxLength ?? 1_000, 5_000))
    case 'integer':
    case 'number':
      return Math.min(json.maximum ?? 100, 100)
    case 'boolean':
      return true
    case 'array':
      return depth > 3
        ? []
        : Array.from({ length: Math.min(json.maxItems ?? 50, 50) }, () => largest(json.items, depth + 1))
    case 'object':
      return Object.fromEntries(
        Object.entries(json.properties ?? {}).map(([name, one]) => [name, largest(one, depth + 1)]),
      )
    default:
      return undefined
  }
}

/** Input with each field at its largest, as far as the endpoint accepts it; all fields at their largest if it does not accept `fields`. */
function enlarge(endpoint: Endpoint, fields: RequestFields): RequestFields {
  const accepts = ({ merchantId, ...own }: RequestFields) =>
    z.safeParse(schemasOf(endpoint).input, isForMerchant(endpoint) ? own : { merchantId, ...own }).success
  const { properties = {} } = toInputSchema(endpoint)
  const all = Object.entries(properties).map(([name, property]) => [name, largest(property)] as const)
  if (!accepts(fields)) return { ...Object.fromEntries(all), ...fields }
  let largestSoFar = fields
  for (const [name, value] of all) {
    const larger = { ...largestSoFar, [name]: value }
    if (accepts(larger)) largestSoFar = larger
  }
  return largestSoFar
}

/** CPU time for ten of the most expensive requests. They took at most 0.3 s on a busy machine in November 2026. */
const longestMs = 2_000

test('the largest body of every endpoint, ten at once, takes little of the thread that serves everybody', async (t) => {
  const scene = await openScene(t)
  const client = await scene.app.runtime.signer.sign({ sub: 'web', scope: 'client' }, new Date(Date.now() + 3_600_000))
  const slow: string[] = []
  const wrong: string[] = []
  let succeeded = 0
  for (const [name, endpoint] of endpointsInOrder) {
    if (endpoint.streams || endpoint.uploads) continue
    const fields = enlarge(endpoint, await inputFor(scene, name, endpoint))
    const begin = mainThreadMs()
    const load = Array.from({ length: 10 }, () => sendRequest(scene, endpoint, fields, client))
    const statuses = await Promise.all(load)
    const took = mainThreadMs() - begin
    if (took > longestMs) slow.push(`${name}: ${Math.round(took)} ms`)
    if (statuses.some((status) => status === 401 || status === 500)) wrong.push(`${name}: ${statuses}`)
    if (statuses.some((status) => status < 300)) succeeded++
  }
  assert.deepEqual({ slow, wrong }, { slow: [], wrong: [] })
  assert.ok(succeeded > 110, `only ${succeeded} endpoints accepted it`)
})
