import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { readBearerToken } from '../../http/bearer-token.ts'
import { redactBody, redactPath, redactQuery } from '../../http/redact.ts'
import type { Runtime } from '../../runtime.ts'
import { isApiKey } from '../auth/api-key.ts'
import { findKeyState } from '../auth/key-state.ts'
import type { requestLog } from './tables.ts'

type Entry = typeof requestLog.$inferInsert

/** Interval between writes. A process that is killed loses at most the requests of this time. */
const batchMs = 1_000
/** Maximum number of buffered entries; more are dropped, to limit memory while the database is slow or down. */
const entriesAtOnce = 5_000
const rowsAStatement = 500

/** Response bodies, until the responses are sent. */
const responseBodies = new WeakMap<FastifyRequest, string>()

/**
 * Logs requests with a secret key and their responses, including errors. Requests with an unknown key are not logged, as they
 * belong to no business. All work is done after the response is sent, except keeping a reference to its body.
 */
export function logRequests(app: FastifyInstance, runtime: Runtime, log: Pick<Logger, 'error' | 'warn'>) {
  let buffered: Entry[] = []
  let lost = 0
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    const entries = buffered
    buffered = []
    if (lost > 0) log.warn({ lost }, 'requests were not kept')
    lost = 0
    if (entries.length > 0)
      writing = writing
        .then(() => writeEntries(runtime, entries))
        .catch((error: Error) => log.error({ err: error, lost: entries.length }, 'requests were not kept'))
    await writing
  }

  app.addHook('onSend', (request, _reply, payload, next) => {
    if (tokenOf(request) !== undefined && typeof payload === 'string') responseBodies.set(request, payload)
    next()
  })
  app.addHook('onResponse', async (request, reply) => {
    const token = tokenOf(request)
    if (!isApiKey(token)) return
    const now = runtime.clock()
    const key = await findKeyState(runtime.database, token, now)
    if (!key) return
    if (buffered.length >= entriesAtOnce) {
      lost++
      return
    }
    buffered.push(buildEntry(request, reply, { merchantId: key.merchantId, last4: token.slice(-4), now }))
    timer ??= setTimeout(write, batchMs).unref()
  })
  app.addHook('onClose', write)
}

/** The secret key of a request, recognized by its prefix. A session's access token never begins like this. */
function tokenOf({ headers: { authorization } }: FastifyRequest): string | undefined {
  const token = readBearerToken(authorization)
  return token?.startsWith('sk_') ? token : undefined
}

interface Whose {
  merchantId: string
  last4: string
  now: Date
}

function buildEntry(request: FastifyRequest, reply: FastifyReply, { merchantId, last4, now }: Whose): Entry {
  const [path = '', query] = request.url.split('?', 2)
  const responseBody = responseBodies.get(request)
  return {
    merchantId,
    id: uuidAt(now),
    createdAt: now,
    method: request.method,
    path: removeZeroCharacters(redactPath(path).slice(0, 300)),
    query: query ? removeZeroCharacters(redactQuery(query).slice(0, 500)) : null,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    requestId: request.id,
    last4,
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 200) ?? null,
    request: cleanBody(request),
    response: responseBody ? removeZeroCharacters(redactBody(responseBody)) : null,
  }
}

function cleanBody({ body, headers }: FastifyRequest): string | null {
  if (body === undefined || body === null || headers['content-type']?.startsWith('multipart/')) return null
  return removeZeroCharacters(redactBody(JSON.stringify(body)))
}

// PostgreSQL text cannot contain a zero character.
const removeZeroCharacters = (text: string) => (text.includes('\0') ? text.replaceAll('\0', '') : text)

/** A version 7 UUID: the instant, then random bits. */
export function uuidAt(now: Date): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const endOf9999 = Date.UTC(10_000, 0) - 1

/** Instant of an entry, from its id. A made-up id may contain a later year than PostgreSQL can read, hence the maximum. */
export const parseInstant = (id: string) =>
  new Date(Math.min(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16), endOf9999))

async function writeEntries({ database }: Runtime, entries: Entry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += rowsAStatement) {
    const some = entries.slice(from, from + rowsAStatement)
    const column = (name: keyof Entry) => some.map((entry) => entry[name])
    await database.write((tx) =>
      tx.$client.query({
        name: 'request_log_add',
        text: `
          insert into request_log
            (merchant_id, id, created_at, method, path, query, status, ms, request_id, last4, ip, user_agent, request, response)
          select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::smallint[],
            $8::integer[], $9::uuid[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[])`,
        values: names.map(column),
      }),
    )
  }
}

const names = [
  'merchantId',
  'id',
  'createdAt',
  'method',
  'path',
  'query',
  'status',
  'ms',
  'requestId',
  'last4',
  'ip',
  'userAgent',
  'request',
  'response',
] as const
