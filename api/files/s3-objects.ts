import { AwsClient } from 'aws4fetch'
import { problem } from '../http/problem.ts'
import { isObjectId, type ObjectStore, requireObjectId } from './objects.ts'
import type { S3Settings } from './s3-settings.ts'

/** Timeout of one request, in ms. */
const timeoutMs = 10_000
/** Repetitions of a request after 429 or 5xx, with growing pauses. */
const retries = 3

/**
 * Test request to the bucket, before anything is started.
 * @throws Error that names the variables, if it does not answer or rejects the keys
 */
export async function checkS3(settings: S3Settings): Promise<void> {
  try {
    for await (const _id of openS3Objects(settings).list()) return
  } catch (error) {
    throw new Error(
      `FILES_S3_URL: the file store cannot be used. ${(error as Error).message}. Correct the variables that begin with FILES_S3_`,
    )
  }
}

/** Objects in a bucket of an S3-compatible store, named by their id. Requests have path style, which every such store has. */
export function openS3Objects({ url, ...credentials }: S3Settings): ObjectStore {
  const client = new AwsClient({ ...credentials, service: 's3', retries, initRetryMs: 100 })
  const send = async (method: string, path: string, body?: Uint8Array) => {
    const response = await client.fetch(`${url}${path}`, {
      method,
      signal: AbortSignal.timeout(timeoutMs * (retries + 1)),
      redirect: 'error',
      ...(body && { body: body as Uint8Array<ArrayBuffer>, headers: { 'content-type': 'application/octet-stream' } }),
    })
    if (response.ok || response.status === 404) return response
    if (response.status >= 500)
      throw problem.unavailable('Files cannot be stored or read right now. Please try again', 10)
    // The body may repeat the key id; the code is all that a person needs.
    const [, code = 'no code'] = /<Code>(\w+)<\/Code>/.exec(await response.text()) ?? []
    throw new Error(`The file store rejected ${method} with ${response.status} (${code})`)
  }
  return {
    async write(id, bytes) {
      const { ok } = await send('PUT', `/${requireObjectId(id)}`, bytes)
      if (!ok) throw new Error('The file store has no such bucket (404)')
    },
    async read(id) {
      const response = await send('GET', `/${requireObjectId(id)}`)
      return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined
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
        const page = await response.text()
        for (const [, key] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) if (isObjectId(key!)) yield key!
        token = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(page)?.[1]
      } while (token !== undefined)
    },
  }
}
