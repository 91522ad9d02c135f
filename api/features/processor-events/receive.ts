import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { connectorFor } from '../../connectors/connector-for.ts'
import { readEventName } from '../../connectors/events.ts'
import { type Processor, processors } from '../../connectors/processors.ts'
import type { Context } from '../../context.ts'
import { hostedUnitOfWork } from '../../http/hosted-page.ts'
import { problem } from '../../http/problem.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import type { Runtime } from '../../runtime.ts'
import { approveTransfer } from './approve-transfer.ts'
import { rejectedEventCounter } from './count-rejected.ts'
import { processEvent, sealName } from './process.ts'
import { processorEvents } from './tables.ts'

const maxBodyBytes = 262_144

const isProcessor = (name: string): name is Processor => Object.hasOwn(processors, name)

/**
 * `POST /providers/{processor}/events`: an event of a processor of live payments. The signature covers the raw bytes. The event is stored
 * before it is acknowledged, and processed by a job; a repeated one is stored once, and processed again if the first was a while ago.
 * `POST /providers/{processor}/transfer-approvals`: whether a transfer that the processor was asked for is ours: 200, otherwise 400.
 */
export async function receiveProcessorEvents(app: FastifyInstance, runtime: Runtime): Promise<void> {
  const rejected = rejectedEventCounter(runtime.database, app.log)
  app.addHook('onClose', rejected.write)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    )
    const requireAddress = (processor: Processor, { ip }: FastifyRequest) => {
      const { eventAddresses } = runtime.config
      if (eventAddresses.length === 0 || eventAddresses.includes(ip)) return
      rejected.add(processor, 'address', runtime.clock())
      throw problem.forbidden('Events are accepted from the addresses of the processor only')
    }
    const requireSigned = (processor: Processor, isAuthentic: boolean) => {
      if (isAuthentic) return
      rejected.add(processor, 'signature', runtime.clock())
      throw problem.unauthenticated('The signature of this event is wrong')
    }
    const receive = (request: FastifyRequest<Posted>) => {
      const processor = requireProcessor(request.params.processor)
      requireAddress(processor, request)
      return { processor, unitOfWork: hostedUnitOfWork(runtime, 'LIVE', request), body: toBytes(request) }
    }
    scope.post<Posted>('/providers/:processor/events', async (request, reply) => {
      const { processor, unitOfWork, body } = receive(request)
      const { events } = connectorFor(unitOfWork, 'events', processor)
      requireSigned(processor, events.isAuthentic({ body, headers: request.headers }))
      await unitOfWork.write((context) => storeEvent(context, processor, body))
      return reply.code(200).send({ received: true })
    })
    scope.post<Posted>('/providers/:processor/transfer-approvals', async (request, reply) => {
      const { processor, unitOfWork, body } = receive(request)
      const { transferApprovals } = connectorFor(unitOfWork, 'transferApprovals', processor)
      requireSigned(processor, transferApprovals.isAuthentic({ body, headers: request.headers }))
      const transfer = transferApprovals.read(body.toString('utf8'))
      const isOurs = await unitOfWork.write((context) => approveTransfer(context, processor, transfer))
      return reply.code(isOurs ? 200 : 400).send({ approved: isOurs })
    })
  })
}

interface Posted {
  Params: { processor: string }
  Body: Buffer | undefined
}

function requireProcessor(name: string): Processor {
  if (!isProcessor(name)) throw problem.notFound('processor')
  return name
}

const toBytes = ({ body }: { body: Buffer | undefined }) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

/** Time after which an event with the same body is about something new, such as a refund that comes back a second time. In ms. */
const repeatedWithinMs = 60_000

async function storeEvent({ tx, now, vault }: Context, processor: Processor, body: Buffer): Promise<void> {
  const { status, processedAt, receivedAt, deliveries } = processorEvents
  const earlier = new Date(now.getTime() - repeatedWithinMs).toISOString()
  const isNew = sql`${status} <> 'received' and ${processedAt} < ${earlier}::timestamptz`
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
      set: {
        deliveries: sql`${deliveries} + 1`,
        status: sql`case when ${isNew} then 'received' else ${status} end`,
        receivedAt: sql`case when ${isNew} then ${now.toISOString()}::timestamptz else ${receivedAt} end`,
      },
    })
    .returning({ id: processorEvents.id, receivedAt, deliveries })
  const { id, ...event } = stored!
  if (event.deliveries === 1 || event.receivedAt.getTime() === now.getTime()) await enqueueJob(tx, processEvent, { id })
}
