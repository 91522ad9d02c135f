import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { processorCalled, webhookPosted } from '../metrics/measurements.ts'
import type { TracingSettings } from './settings.ts'

/** Traces of requests and jobs, with the calls to processors and the webhooks that they make. */
export interface Traces {
  /** Makes a span for each request. Must be called before the routes are added. */
  followRequests(app: FastifyInstance): void
  /** Runs a job in a span of its own. */
  runJob<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Sends what is left. */
  close(): Promise<void>
}

/** Time to send what is left at the end, in ms. */
const closeTimeoutMs = 5_000

/**
 * Sends spans to the OTLP endpoint, over HTTP. Spans have patterns of routes and names of jobs and calls, never addresses, parameters or
 * anything a person typed. A trace context sent by a client is ignored: it would let anybody decide what is recorded.
 */
export function openTraces({ endpoint, ratio }: TracingSettings): Traces {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'adire' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) })],
  })
  const tracer = provider.getTracer('adire')
  const current = new AsyncLocalStorage<Span>()
  const stops = followCalls(tracer, current)
  return {
    followRequests: (app) => followRequests(app, tracer, current),
    async runJob(name, work) {
      const span = tracer.startSpan(`job ${name}`, { kind: SpanKind.CONSUMER }, ROOT_CONTEXT)
      try {
        return await current.run(span, work)
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
    async close() {
      for (const stop of stops) stop()
      const late = new Promise((resolve) => setTimeout(resolve, closeTimeoutMs).unref())
      await Promise.race([provider.shutdown().catch(() => {}), late])
    },
  }
}

function followRequests(app: FastifyInstance, tracer: Tracer, current: AsyncLocalStorage<Span>): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, next) => {
    const route = request.routeOptions.url ?? 'none'
    const attributes = { 'http.request.method': request.method, 'http.route': route, 'adire.request_id': request.id }
    spans.set(
      request,
      tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT),
    )
    next()
  })
  // Not earlier: reading a body runs in the context of the connection.
  app.addHook('preHandler', (request, _reply, next) => current.run(spans.get(request)!, next))
  app.addHook('onResponse', (request, reply, next) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    next()
  })
}

/** Adds finished calls to the span of the request or job that made them. */
function followCalls(tracer: Tracer, current: AsyncLocalStorage<Span>): (() => void)[] {
  const add = (name: string, seconds: number, attributes: Attributes) => {
    const parent = current.getStore()
    const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT
    const startTime = Date.now() - seconds * 1000
    tracer.startSpan(name, { kind: SpanKind.CLIENT, startTime, attributes }, context).end()
  }
  return [
    processorCalled.read(({ processor, call, outcome, seconds }) =>
      add(`${processor} ${call}`, seconds, { 'adire.outcome': outcome }),
    ),
    webhookPosted.read(({ outcome, seconds }) => add('webhook', seconds, { 'adire.outcome': outcome })),
  ]
}
