#!/usr/bin/env node
// Forwards test mode events to a server on this machine, signed as the platform signs them:
//   node adire-listen.mjs --key sk_test_… --forward http://localhost:4000/webhooks --url https://pay.example
// It polls, so this machine needs no public address. It needs only Node 18 and no packages: merchants download this file. In the repository, `npm run listen --` runs it.
import { createHmac } from 'node:crypto'
import { parseArgs } from 'node:util'

const waitMs = 10_000
const responseTimeoutMs = 7_000
const again = [1_000, 2_000, 5_000, 10_000]

const usage = `Usage: node adire-listen.mjs --key sk_test_… --forward http://localhost:4000/webhooks --url https://pay.example
  --key      your secret test key (or ADIRE_KEY in the environment)
  --forward  where to post what happens
  --url      where the payments platform is (default http://localhost:3000)
  --secret   sign with this whsec_… rather than with a new one
  --events   only these, as charge.success,refund.processed`

const fail = (sentence) => {
  console.error(sentence)
  process.exit(1)
}

function read() {
  try {
    const text = { type: 'string' }
    return parseArgs({ options: { key: text, forward: text, url: text, secret: text, events: text } }).values
  } catch (error) {
    return fail(`${error.message}\n\n${usage}`)
  }
}

const given = read()
const key = given.key ?? process.env.ADIRE_KEY
const base = (given.url ?? 'http://localhost:3000').replace(/\/$/, '')
const eventTypes = given.events?.split(',').map((type) => type.trim())
if (!key || !given.forward) fail(usage)
if (!key.startsWith('sk_test_')) fail('Use a secret key of test mode: sk_test_…')
if (!URL.canParse(given.forward)) fail(`${given.forward} is not an address`)
if (given.secret && !/^whsec_[A-Za-z0-9+/]+=*$/.test(given.secret)) fail('A secret looks like this: whsec_…')

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * JSON response of the platform.
 * @throws {Error} with `status` and `code` for an error response, without them for a failed connection
 */
async function callApi(method, path, body) {
  const response = await fetch(`${base}/test/core/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    signal: AbortSignal.timeout(waitMs + 20_000),
    ...(body && { body: JSON.stringify(body) }),
  })
  const parsed = await response.json().catch(() => ({}))
  if (response.ok) return parsed
  const { message = `It answered ${response.status}`, code } = parsed
  throw Object.assign(new Error(message), { status: response.status, code })
}

const isFinal = ({ status }) => status !== undefined && status < 500 && status !== 429

function signature(secret, id, seconds, body) {
  const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64')
  return `v1,${createHmac('sha256', bytes).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

async function forward(secret, { id, body }) {
  const { type } = JSON.parse(body)
  if (eventTypes && !eventTypes.includes(type)) return
  const seconds = Math.floor(Date.now() / 1000)
  const startedAt = performance.now()
  const forwarded = await fetch(given.forward, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(responseTimeoutMs),
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signature(secret, id, seconds, body),
    },
    body,
  }).then(
    async (response) => {
      await response.body?.cancel()
      return String(response.status)
    },
    (error) => (error.name === 'TimeoutError' ? `no answer within ${responseTimeoutMs / 1000} s` : 'no connection'),
  )
  const time = new Date().toTimeString().slice(0, 8)
  console.log(`${time}  ${type.padEnd(28)} ${id}  -> ${forwarded} (${Math.round(performance.now() - startedAt)} ms)`)
}

/** Polls for events until the process is stopped. After a lost connection it resumes at its cursor. */
async function listen() {
  let { id, secret, cursor } = await callApi('POST', 'webhook-listeners', {})
  secret = given.secret ?? secret
  console.log(`Listening to ${base}, forwarding to ${given.forward}`)
  console.log(`Signing secret: ${secret}\n`)
  let failures = 0
  for (;;) {
    try {
      const query = new URLSearchParams({ cursor, waitMs: String(waitMs) })
      const received = await callApi('GET', `webhook-listeners/${id}/events?${query}`)
      failures = 0
      for (const event of received.content) await forward(secret, event)
      cursor = received.cursor
    } catch (error) {
      // A listener that is silent for two minutes is removed; a new one continues at the same cursor.
      if (error.status === 404) id = (await callApi('POST', 'webhook-listeners', {})).id
      else if (error.code === 'webhook_cursor_outdated') {
        console.error('The platform was upgraded or restored: listening starts again from now')
        ;({ id, cursor } = await callApi('POST', 'webhook-listeners', {}))
      } else if (isFinal(error)) throw error
      else {
        if (failures === 0) console.error(`The platform does not answer, trying again: ${error.message}`)
        await pause(again[Math.min(failures++, again.length - 1)])
      }
    }
  }
}

process.on('SIGINT', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
listen().catch((error) => fail(error.status ? error.message : `Nothing answers at ${base}: ${error.message}`))
