import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { connectorFor } from '../../connectors/connector-for.ts'
import { readEventName } from '../../connectors/events.ts'
import { type Processor, processors } from '../../connectors/processors.ts'
import type { Context } from '../../context.ts'
import { hostedUnitOfWork } from '../../http/hosted-page.ts'
import { problem } from '../../http/problem.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import type { Runtime } from '../../runtime.ts'
import { rejectedEventCounter } from './count-rejected.ts'
import { processEvent, sealName } from './process.ts'
import { processorEvents } from './tables.ts'

const maxBodyBytes = 262_144

const isProcessor = (name: string): name is Processor => Object.hasOwn(processors, name)

/**
 * `POST /providers/{processor}/events`: an event of a processor of live payments. The signature covers the raw bytes. The event is stored
 * before it is acknowledged, and processed by a job; a repeated one is stored once.
 */
export async function receiveProcessorEvents(app: FastifyInstance, runtime: Runtime): Promise<void> {
  const rejected = rejectedEventCounter(runtime.database, app.log)
  app.addHook('onClose', rejected.write)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { processor: string }; Body: Buffer | undefined }>(
      '/providers/:processor/events',
      async (request, reply) => {
        const { processor } = request.params
        const { eventAddresses } = runtime.config
        if (!isProcessor(processor)) throw problem.notFound('processor')
        if (eventAddresses.length > 0 && !eventAddresses.includes(request.ip)) {
          rejected.add(processor, 'address', runtime.clock())
          throw problem.forbidden('Events are accepted from the addresses of the processor only')
        }
        const unitOfWork = hostedUnitOfWork(runtime, 'LIVE', request)
        const { events } = connectorFor(unitOfWork, 'events', processor)
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        if (!events.isAuthentic({ body, headers: request.headers })) {
          rejected.add(processor, 'signature', runtime.clock())
          throw problem.unauthenticated('The signature of this event is wrong')
        }
        await unitOfWork.write((context) => storeEvent(context, processor, body))
        return reply.code(200).send({ received: true })
      },
    )
  })
}

async function storeEvent({ tx, now, vault }: Context, processor: Processor, body: Buffer): Promise<void> {
  const bodyHash = createHash('sha256').update(body).digest('hex')
  const text = body.toString('utf8')
  const [stored] = await tx
    .insert(processorEvents)
    .values({
      processor,
      bodyHash,
      name: readEventName(text),
      sealedBody: vault.seal(text, sealName(processor)),
      status: 'received',
      receivedAt: now,
    })
    .onConflictDoUpdate({
      target: [processorEvents.processor, processorEvents.bodyHash],
      set: { deliveries: sql`${processorEvents.deliveries} + 1` },
    })
    .returning({ id: processorEvents.id, deliveries: processorEvents.deliveries })
  if (stored!.deliveries === 1) await enqueueJob(tx, processEvent, { id: stored!.id })
}
