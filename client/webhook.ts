import { createHmac, timingSafeEqual } from 'node:crypto'

/** Error of a webhook delivery that failed verification. */
export class WebhookError extends Error {
  override name = 'WebhookError'
}

type Headers_ = Headers | Record<string, string | readonly string[] | undefined>

const toleranceSeconds = 5 * 60

/**
 * Event of a webhook delivery, after its signature and timestamp are verified (Standard Webhooks). `body` is the raw
 * request body: parsing and serializing it again would change it. Timestamps more than five minutes from now are
 * rejected.
 * @throws WebhookError when the signature, the timestamp, the secret or the body is invalid
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers_,
  secret: string,
  { now = new Date() }: { now?: Date } = {},
): unknown {
  const id = header(headers, 'webhook-id')
  const seconds = header(headers, 'webhook-timestamp')
  const signatures = header(headers, 'webhook-signature')
  if (!/^\d{1,12}$/.test(seconds)) throw new WebhookError('The timestamp is not one')
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > toleranceSeconds)
    throw new WebhookError('The delivery is too old, or from the future')
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (key.length === 0) throw new WebhookError('The secret is not one: it begins with whsec_')
  const mac = createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest()
  // For 24 hours after a secret is rotated there is also a signature with the old one.
  const isOurs = signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.startsWith('v1,') ? signature.slice(3) : '', 'base64')
    return given.length === mac.length && timingSafeEqual(given, mac)
  })
  if (!isOurs) throw new WebhookError('The signature does not fit')
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))
  } catch {
    throw new WebhookError('The body is not JSON')
  }
}

function header(headers: Headers_, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1]
  const first = typeof value === 'string' ? value : value?.[0]
  if (!first) throw new WebhookError(`There is no header ${name}`)
  return first
}
