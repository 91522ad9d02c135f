import { firstErrors } from '@adire/contract/call.ts'
import { Email, Id, MultilineText, SingleLineText } from '@adire/contract/fields.ts'
import { messages } from '@adire/contract/messages.ts'
import { type ContactGiven, contactTopics } from '@adire/contract/site-page-props.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import { findEarlier, keyedRequest, storeResponse } from '../../http/idempotency.ts'
import { Problem } from '../../http/problem.ts'
import { requestOrigin } from '../../http/request-origin.ts'
import { rejectCardNumbers } from '../../http/safe-text.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import type { Runtime } from '../../runtime.ts'
import { consumeAttempt, networkOfOrigin } from '../auth/attempts.ts'
import { type ContactMessage, mailContact } from './jobs.ts'
import type { Site } from './render.ts'
import { sendPage } from './send.ts'

// High, because many users share one IP address: the network of an office or a market.
const maxPerAddress = 30
const maxPerSender = 5

const Message = z.object({
  messageKey: Id,
  name: SingleLineText(100),
  email: Email,
  topic: z.enum(contactTopics, 'Choose what it is about'),
  message: MultilineText(4000).check(z.minLength(1, messages.required)),
})

type Fields = Readonly<Record<string, string>>

/** Serves `/Contact`: an HTML form that works without scripts, because the response is a page. */
export function serveContact(
  app: FastifyInstance,
  runtime: Runtime,
  site: NonNullable<Site>,
  [path, ...also]: readonly string[],
) {
  const sendContactPage = async (request: FastifyRequest, reply: FastifyReply, contact: ContactGiven, status = 200) =>
    sendPage(request, reply, await site.renderPacked(path!, { contact }), { status, isPersonal: true })

  app.get<{ Querystring: { sent?: string } }>(path!, (request, reply) =>
    sendContactPage(request, reply, { ...fresh(), isSent: request.query.sent !== undefined }),
  )
  for (const spelling of also) app.get(spelling, (_request, reply) => reply.redirect(path!, 301))

  app.post(path!, async (request, reply) => {
    const fields = parseFields(request.body)
    try {
      // Nobody is signed in here, so another site gains nothing by submitting the form. It is rejected all the same.
      if (request.headers['sec-fetch-site'] === 'cross-site')
        throw new Problem(403, 'foreign_form', 'This form was sent from another site. Send it again from this page.')
      await receiveMessage(runtime, request, fields)
      return reply.redirect(`${path}?sent=1`, 303)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const errors = firstErrors(error.fields)
      const formError = Object.keys(errors).length > 0 ? 'Some fields need to be corrected.' : error.message
      reply.headers(error.headers)
      return sendContactPage(request, reply, { ...fresh(), typed: fields, errors, formError }, error.status)
    }
  })
}

const fresh = (): ContactGiven => ({ messageKey: crypto.randomUUID(), typed: {}, errors: {}, isSent: false })

/** Form fields as text. If a field is repeated, its last value counts. */
function parseFields(body: unknown): Fields {
  if (typeof body !== 'object' || body === null) return {}
  const fields = Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value])
  return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string'))
}

/**
 * Receives a message. Spam (the hidden `website` field is filled in) is dropped silently, a repeated message is sent only once.
 * @throws 422 validation_error; 429 too_many_attempts
 */
async function receiveMessage(
  { database, clock, vault }: Runtime,
  request: FastifyRequest,
  fields: Fields,
): Promise<void> {
  if (fields.website) return
  const read = z.safeParse(Message, fields)
  if (!read.success) {
    const errors = read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
    throw new Problem(422, 'validation_error', errors[0]!.message, errors)
  }
  rejectCardNumbers(read.data)
  const { messageKey, ...message } = read.data
  await database.write((tx) =>
    receive({ tx, now: clock(), vault, origin: requestOrigin(request) }, messageKey, message),
  )
}

async function receive(
  { tx, now, vault, origin }: Pick<Context, 'tx' | 'now' | 'vault' | 'origin'>,
  messageKey: string,
  message: ContactMessage,
): Promise<void> {
  const keyed = keyedRequest(vault, 'contact', messageKey, 'POST /Contact', message)
  if (await findEarlier(tx, keyed, now)) return
  const attemptLimits = [
    { key: `contact:${networkOfOrigin(origin)}`, max: maxPerAddress },
    { key: `contact:${message.email}/${networkOfOrigin(origin)}`, max: maxPerSender },
  ]
  await consumeAttempt(tx, attemptLimits, now)
  await enqueueJob(tx, mailContact, { ...message, at: now.toISOString() })
  await storeResponse(tx, keyed, { status: 303, body: null }, now)
}
