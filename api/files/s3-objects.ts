import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { iterateCauses } from '../database/unavailable.ts'
import { problem } from '../http/problem.ts'
import { isObjectId, type ObjectStore, requireObjectId } from './objects.ts'
import type { S3Settings } from './s3-settings.ts'

/** How long one object may take, with all repetitions, in ms. */
const usualTimeoutMs = 20_000
/** Repetitions of a request after 429 or 5xx, with growing pauses. */
const retries = 3
/** Mean pause before the first repetition, in ms. Each pause is twice as long as the one before. */
const firstPauseMs = 50

/**
 * Test request to the bucket, before anything is started.
 * @throws Error that names the variables, if it does not answer or rejects the keys
 */
export async function checkS3(settings: S3Settings): Promise<void> {
  try {
    for await (const _id of openS3Objects(settings).list()) return
  } catch (error) {
    const reason = [...iterateCauses(error)].findLast(({ message }) => message !== '')!.message
    throw new Error(
      `FILES_S3_URL: the file store cannot be used. ${reason}. Correct the variables that begin with FILES_S3_`,
    )
  }
}

const isBusy = (status: number): boolean => status === 429 || status >= 500

const storeUnavailable = (cause: Error) =>
  Object.assign(problem.unavailable('Files cannot be stored or read right now. Please try again', 10), { cause })

/**
 * Objects in a bucket of an S3-compatible store, named by their id. Requests have path style, which every such store has. While the store
 * is busy, hangs or cannot be reached, each function throws unavailable (503).
 */
export function openS3Objects({ url, ...credentials }: S3Settings, timeoutMs = usualTimeoutMs): ObjectStore {
  const client = new AwsClient({ ...credentials, service: 's3' })
  const exchange = async (method: string, path: string, body?: Uint8Array) => {
    // For `fetch` itself: the signal of a Request is lost when the Request is collected (Node 24), and nothing ends the wait.
    const signal = AbortSignal.timeout(timeoutMs)
    for (let attempt = 0; ; attempt++) {
      const request = await client.sign(`${url}${path}`, {
        method,
        ...(body && { body: body as Uint8Array<ArrayBuffer>, headers: { 'content-type': 'application/octet-stream' } }),
      })
      const response = await fetch(request, { redirect: 'error', signal })
      const { ok, status } = response
      const bytes = Buffer.from(await response.arrayBuffer())
      if (!isBusy(status) || attempt === retries) return { ok, status, bytes }
      await pause(firstPauseMs * 2 ** attempt * (0.5 + Math.random()), undefined, { signal })
    }
  }
  const send = async (method: string, path: string, body?: Uint8Array) => {
    const response = await exchange(method, path, body).catch((error: Error) => {
      throw storeUnavailable(error)
    })
    const { ok, status, bytes } = response
    if (ok || status === 404) return response
    if (isBusy(status)) throw storeUnavailable(new Error(`The file store responded with ${status}`))
    // The body may repeat the key id; the code is all that a person needs.
    const [, code = 'no code'] = /<Code>(\w+)<\/Code>/.exec(bytes.toString()) ?? []
    throw new Error(`The file store rejected ${method} with ${status} (${code})`)
  }
  return {
    async write(id, bytes) {
      const { ok } = await send('PUT', `/${requireObjectId(id)}`, bytes)
      if (!ok) throw new Error('The file store has no such bucket (404)')
    },
    async read(id) {
      const response = await send('GET', `/${requireObjectId(id)}`)
      return response.ok ? response.bytes : undefined
    },
    async remove(id) {
      await send('DELETE', `/${requireObjectId(id)}`)
    },
    async *list() {
      let token: string | undefined
      do {
        const query = new URLSearchParams({
          'list-type': '2',
          ...(token !== undefined && { 'continuation-token': token }),
        })
        const response = await send('GET', `?${query}`)
        if (!response.ok) throw new Error('The file store has no such bucket (404)')
        const page = response.bytes.toString()
        for (const [, key] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) if (isObjectId(key!)) yield key!
        token = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(page)?.[1]
      } while (token !== undefined)
    },
  }
}
