import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { callEndpoint } from '@adire/contract/call.ts'
import { payByUssd, simulateOutcome, startPayment } from '@adire/contract/checkout.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { readConfig } from '../config.ts'
import { testApp } from '../testing/app.ts'
import { atEnd } from '../testing/at-end.ts'
import { startServer } from '../testing/crash-server.ts'
import { testDatabase } from '../testing/database.ts'

interface SentSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number | string } }[]
}

/** A receiver of traces, as OTLP over HTTP with JSON describes it. */
async function openCollector(t: TestContext) {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (piece: Buffer) => (text += piece))
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(text)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(t, async () => {
    server.closeAllConnections()
    server.close()
  })
  const spans = (): SentSpan[] =>
    bodies.flatMap((body) =>
      JSON.parse(body).resourceSpans.flatMap((one: { scopeSpans: { spans: SentSpan[] }[] }) =>
        one.scopeSpans.flatMap((scope) => scope.spans),
      ),
    )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, spans }
}

test('traces have requests and jobs with the calls they make, and nothing that identifies a payment', async (t) => {
  const collector = await openCollector(t)
  const app = await testApp(t, { DATABASE_URL: await testDatabase(t) })
  const link = await app.as(await app.createUser()).call(createPaymentLink, { name: 'Ankara', amountKobo: 500_000 })
  const server = await startServer({
    DATABASE_URL: app.runtime.database.url,
    DATA_DIR: app.runtime.config.dataDir,
    DEMO: 'off',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  })
  atEnd(t, server.kill)
  const payer = {
    baseUrl: (name: string) => `${server.url}/test/${name}`,
    token: () => undefined,
    merchantId: () => undefined,
  }
  const checkoutId = crypto.randomUUID()
  const { accessCode } = await callEndpoint(payer, startPayment, {
    slug: link.slug,
    checkoutId,
    email: 'ada@example.com',
  })
  await callEndpoint(payer, payByUssd, { accessCode, bankCode: '058' })
  await callEndpoint(payer, simulateOutcome, { accessCode, outcome: 'approve' })
  const isMailed = async () => {
    const { rowCount } = await app.runtime.database.read((tx) =>
      tx.$client.query(`select from pgboss.job where name = 'mail-receipt' and state = 'completed'`),
    )
    return rowCount! > 0
  }
  while (!(await isMailed())) await pause(50)
  // A stop completes what runs and sends what is left.
  assert.equal(await server.stop(), 0)

  const named = (name: string) => collector.spans().find((span) => span.name === name)
  const request = named('POST /test/collections/checkout/payments/:accessCode/ussd')
  const call = named('sandbox ussd.open')
  assert.ok(request && call)
  assert.deepEqual([call.traceId, call.parentSpanId], [request.traceId, request.spanId])
  const status = request.attributes.find(({ key }) => key === 'http.response.status_code')
  assert.equal(Number(status?.value.intValue), 200)
  assert.ok(collector.spans().some(({ name }) => name === 'job mail-receipt'))
  for (const word of [accessCode, 'ada@example.com', link.slug, checkoutId])
    assert.ok(!collector.bodies.some((body) => body.includes(word)), word)
})

test('without an address there are no traces, and a wrong part of them is rejected', () => {
  assert.equal(readConfig({ OTEL_TRACES_SAMPLER_ARG: '0.1' }).tracing, undefined)
  assert.deepEqual(
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/', OTEL_TRACES_SAMPLER_ARG: '0.1' }).tracing,
    {
      endpoint: 'http://127.0.0.1:4318',
      ratio: 0.1,
    },
  )
  assert.throws(() => readConfig({ OTEL_TRACES_SAMPLER_ARG: '10%' }), /^Error: OTEL_TRACES_SAMPLER_ARG is "10%"/)
})
