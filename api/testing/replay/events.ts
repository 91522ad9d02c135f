import { createHmac } from 'node:crypto'
import type { Replayed } from './calls.ts'
import { listPublishedEvents } from './published.ts'

const secretKey = 'sk_live_replay'
const sign = (body: Buffer) => createHmac('sha512', secretKey).update(body).digest('hex')

/**
 * Gives each published event to the connector, signed. It must be authentic, and not with one byte changed anywhere; reading it must not
 * fail in another way than a query can.
 */
export async function replayEvents(folder: string, { events: connector }: Replayed) {
  const faults: string[] = []
  const published = listPublishedEvents(folder)
  let altered = 0
  for (const { name, text } of published) {
    const body = Buffer.from(text)
    const headers = { 'x-paystack-signature': sign(body) }
    if (!connector.isAuthentic({ body, headers })) faults.push(`${name} is signed, and was rejected`)
    for (let index = 0; index < body.length; index++) {
      const other = Buffer.from(body)
      other[index] = other[index]! ^ 1
      altered++
      if (connector.isAuthentic({ body: other, headers })) faults.push(`${name} was altered at ${index}, and accepted`)
    }
    const subject = await connector.read(text).catch((error: Error) => {
      if (error.name !== 'PaystackRejection') faults.push(`${name}: ${error.message}`)
      return undefined
    })
    if (subject && JSON.parse(text).data?.domain === 'test') faults.push(`${name} is of the test mode, and was read`)
  }
  return { events: published.length, altered, faults }
}
