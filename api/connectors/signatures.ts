import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PostedEvent } from './events.ts'

/** Whether a header is the HMAC-SHA512 of the body, in hex. */
export function isSignedWith({ body, headers }: PostedEvent, header: string, secretKey: string): boolean {
  const given = headers[header]
  if (typeof given !== 'string' || !/^[0-9a-f]{128}$/i.test(given)) return false
  const expected = createHmac('sha512', secretKey).update(body).digest()
  return timingSafeEqual(Buffer.from(given, 'hex'), expected)
}
