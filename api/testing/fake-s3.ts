import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { S3Settings } from '../files/s3-settings.ts'
import { atEnd } from './at-end.ts'

const listedAtOnce = 2
const bucket = '/adire-files'

/**
 * A store that speaks the part of S3's protocol that the product uses, and rejects requests whose signature is wrong (AWS Signature
 * Version 4, computed here from its description). `failNext`: so many requests get 503. `hang`: all further ones get no response.
 */
export async function openFakeS3(t: Pick<TestContext, 'after'>) {
  const objects = new Map<string, Buffer>()
  const settings: S3Settings = { url: '', region: 'eu-west-1', accessKeyId: 'AKTEST', secretAccessKey: 'a secret' }
  let failures = 0
  let isHanging = false
  const answer = (request: IncomingMessage, body: Buffer): { status: number; body?: string | Buffer } => {
    if (failures > 0) {
      failures--
      return { status: 503, body: '<Error><Code>SlowDown</Code></Error>' }
    }
    if (!isSigned(request, settings)) return { status: 403, body: '<Error><Code>SignatureDoesNotMatch</Code></Error>' }
    const { pathname, searchParams } = new URL(request.url!, 'http://s3')
    if (pathname !== bucket && !pathname.startsWith(`${bucket}/`))
      return { status: 404, body: '<Error><Code>NoSuchBucket</Code></Error>' }
    const key = pathname.slice(bucket.length + 1)
    if (key === '') return { status: 200, body: listObjects([...objects.keys()].sort(), searchParams) }
    if (request.method === 'PUT') objects.set(key, body)
    if (request.method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    const found = objects.get(key)
    return found ? { status: 200, body: found } : { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' }
  }
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      if (isHanging) return
      const { status, body } = answer(request, Buffer.concat(pieces))
      response.writeHead(status).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(t, async () => {
    server.closeAllConnections()
    server.close()
  })
  settings.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${bucket}`
  const failNext = (count: number) => {
    failures = count
  }
  const hang = () => {
    isHanging = true
  }
  return { settings, objects, failNext, hang }
}

function listObjects(keys: string[], query: URLSearchParams): string {
  const from = Number(query.get('continuation-token') ?? 0)
  const page = keys.slice(from, from + listedAtOnce)
  const next = from + listedAtOnce < keys.length
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult>${page
    .map((key) => `<Contents><Key>${key}</Key></Contents>`)
    .join('')}${next ? `<NextContinuationToken>${from + listedAtOnce}</NextContinuationToken>` : ''}</ListBucketResult>`
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

function isSigned(
  { method, url, headers }: IncomingMessage,
  { accessKeyId, secretAccessKey, region }: S3Settings,
): boolean {
  const [, keyId, day, names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/[\w-]+\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (keyId !== accessKeyId || day === undefined) return false
  const { pathname, searchParams } = new URL(url!, 'http://s3')
  searchParams.sort()
  const canonical = [
    method,
    pathname,
    [...searchParams].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&'),
    ...names.split(';').map((name) => `${name}:${headers[name]}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ]
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  return hmac(key, toSign.join('\n')).toString('hex') === signature
}
