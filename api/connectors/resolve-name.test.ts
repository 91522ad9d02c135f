import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { readFile } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import { atEnd } from '../testing/at-end.ts'
import { resolveName } from './resolve-name.ts'

const ipv4Type = 1
/** Length of the header of a DNS message (RFC 1035, 4.1.1), and of type and class after the name of a question. */
const headerBytes = 12
const typeAndClassBytes = 4

/** A name server that answers questions for IPv4 addresses with `address`, and no other. Without an address it never answers. */
async function openNameServer(t: TestContext, address?: string) {
  const server = createSocket('udp4')
  let questions = 0
  server.on('message', (message, { port }) => {
    questions++
    const questionEnd = message.indexOf(0, headerBytes) + 1 + typeAndClassBytes
    const type = message.readUInt16BE(questionEnd - typeAndClassBytes)
    if (address && type === ipv4Type)
      server.send(toAnswer(message.subarray(0, questionEnd), address), port, '127.0.0.1')
  })
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
  atEnd(t, () => server.close())
  return { servers: [`127.0.0.1:${server.address().port}`], countQuestions: () => questions }
}

/** The question with one address, valid for a minute, that refers to the name of the question. */
function toAnswer(question: Buffer, address: string): Buffer {
  const header = Buffer.from(question)
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(1, 6)
  header.writeUInt16BE(0, 10)
  const record = Buffer.from([
    0xc0,
    headerBytes,
    0,
    ipv4Type,
    0,
    1,
    0,
    0,
    0,
    60,
    0,
    4,
    ...address.split('.').map(Number),
  ])
  return Buffer.concat([header, record])
}

test('names whose servers do not answer are given up, and meanwhile files are read', async (t) => {
  const { servers, countQuestions } = await openNameServer(t)
  const ended: string[] = []
  const lookups = Array.from({ length: 12 }, async (_, n) => {
    const { code } = await resolveName(`shop-${n}.example`, servers).then(
      () => assert.fail(),
      (error) => error,
    )
    ended.push(code)
  })
  await readFile(import.meta.filename)
  assert.deepEqual(ended, [])
  await Promise.all(lookups)
  assert.deepEqual(new Set(ended), new Set(['ECANCELLED']))
  assert.ok(countQuestions() >= 24, 'each name was asked for')
})

test('a name is found although its server never answers for IPv6', async (t) => {
  const { servers } = await openNameServer(t, '41.58.1.20')
  assert.deepEqual(await resolveName('shop.example', servers), [{ address: '41.58.1.20', family: 4 }])
})

test('a name of this machine is found in its hosts file', async () => {
  const addresses = await resolveName('localhost', ['127.0.0.1:1'])
  assert.ok(addresses.some(({ address }) => address === '127.0.0.1'))
})
