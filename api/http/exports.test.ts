import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createCustomer, listCustomers } from '@adire/contract/customers.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { atEnd } from '../testing/at-end.ts'
import { endWithProcess } from '../testing/end-with-process.ts'
import type { TestUser } from '../testing/users.ts'

const rows = 2_500

/** A business whose customer export has five megabytes: more than the buffers of two sockets. */
async function largeBusiness(api: TestApp): Promise<TestUser> {
  const who = await api.createUser('Large')
  await api.runtime.database.write(async (tx) => {
    // In a column without an index, and without the triggers of the search.
    await tx.$client.query('set local session_replication_role = replica')
    await tx.$client.query(
      `insert into customers (merchant_id, email, phone, created_at)
       select $1, 'customer-' || n || '@example.com', repeat('x', 2000) || n, now() from generate_series(1, $2::int) n`,
      [who.merchantId, rows],
    )
  })
  return who
}

const pathOf = ({ merchantId }: TestUser) => `/test/core/customers/csv/download?merchantId=${merchantId}`
const download = (api: TestApp, who: TestUser) =>
  fetch(api.url + pathOf(who), { headers: { authorization: `Bearer ${who.token}` } })

/** Requests a file, waits for the first line of the response, then stops reading. */
async function pausedDownload(
  t: TestContext,
  api: TestApp,
  who: TestUser,
): Promise<{ status: string; socket: Socket }> {
  const socket = connect({ port: Number(new URL(api.url).port), host: '127.0.0.1' })
  atEnd(t, () => socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`GET ${pathOf(who)} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${who.token}\r\n\r\n`)
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  return { status: chunk.toString('latin1').slice(9, 12), socket }
}

async function until(what: string, isSo: () => Promise<boolean>) {
  const deadline = Date.now() + 60_000
  while (!(await isSo())) {
    assert.ok(Date.now() < deadline, `waited until ${what}`)
    await pause(200)
  }
}

test('4, 40 and 400 downloads that nobody reads delay no other business, and each business has its own limit', async (t) => {
  // No download ends by itself, even on a slow machine.
  const api = await testApp(t, { EXPORT_STALL_SECONDS: '600' })
  const who = await api.createUser('Other')
  const other = api.as(who)
  await other.call(createCustomer, { email: 'other-customer@example.com' } as never)
  // One after the other: ten such statements at once can exceed the timeout of statements on a busy machine.
  const large: TestUser[] = []
  while (large.length < 10) large.push(await largeBusiness(api))
  const statuses: string[] = []
  for (const total of [4, 40, 400]) {
    while (statuses.length < total) {
      // The first four are of one business, as when one merchant has four tabs open.
      const index = statuses.length
      const some = await Promise.all(
        Array.from({ length: 4 }, (_, n) => pausedDownload(t, api, large[total === 4 ? 0 : (index + n) % 10]!)),
      )
      statuses.push(...some.map(({ status }) => status))
    }
    // If the others held connections or threads, these would wait for their end.
    await other.call(listCustomers, {})
    const own = await download(api, who)
    assert.equal(own.status, 200)
    assert.match(await own.text(), /other-customer@example\.com/)
  }
  assert.deepEqual(statuses.slice(0, 4), ['200', '200', '200', '200'])
  assert.equal(statuses.filter((status) => status === '200').length, 40)
  assert.equal(statuses.filter((status) => status === '429').length, 360)
  const rejected = await download(api, large[0]!)
  assert.equal(rejected.status, 429)
  assert.ok(Number(rejected.headers.get('retry-after')) > 0)
  assert.equal(((await rejected.json()) as { code: string }).code, 'too_many_requests')
})

test('a download that is not read for a long time ends and leaves nothing behind', async (t) => {
  const api = await testApp(t, { EXPORT_STALL_SECONDS: '1' })
  const who = await largeBusiness(api)
  const paused = await Promise.all(Array.from({ length: 4 }, () => pausedDownload(t, api, who)))
  assert.deepEqual(
    paused.map(({ status }) => status),
    ['200', '200', '200', '200'],
  )
  await until('there is room for another download', async () => {
    const { status, body } = await download(api, who)
    await body?.cancel()
    return status === 200
  })
  const folder = join(api.runtime.config.dataDir, 'exports')
  await until('nothing is left', async () => (await readdir(folder)).length === 0)
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
})

const python = '/usr/bin/python3'
/**
 * Reads responses at some rates, in bytes a second, with buffers of the system as small as possible, which Node can't choose. Prints a line when
 * all have begun, and the bytes of each at its end.
 */
const slowReader = `
import socket, sys, threading, time
port, rates, request = int(sys.argv[1]), [int(rate) for rate in sys.argv[2].split(',')], sys.argv[3].encode()
begun = threading.Barrier(len(rates), lambda: print('begun', flush=True))
def read(rate):
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
    client.connect(('127.0.0.1', port))
    client.sendall(request)
    got = len(client.recv(1))
    begun.wait()
    try:
        while True:
            piece = client.recv(max(1, rate // 20))
            if not piece: break
            got += len(piece)
            time.sleep(len(piece) / rate)
    except ConnectionError: pass
    print(got, flush=True)
for rate in rates: threading.Thread(target=read, args=(rate,)).start()
`

/** Starts to read an export at each of the rates. `nextLine` resolves with the next line of `slowReader`. */
async function openSlowReaders(t: TestContext, api: TestApp, who: TestUser, rates: readonly number[]) {
  const { port, pathname, search } = new URL(api.url + pathOf(who))
  const request = `GET ${pathname}${search} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${who.token}\r\nconnection: close\r\n\r\n`
  const child = spawn(python, ['-c', slowReader, port, String(rates), request], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endWithProcess(child)
  atEnd(t, () => child.kill('SIGKILL'))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const nextLine = async () => (await lines.next()).value as string
  assert.equal(await nextLine(), 'begun')
  return { nextLine }
}

test(
  'clients that read a little now and then lose their places, and a client that reads steadily gets its file',
  existsSync(python) ? {} : { skip: `${python} is missing: npm test installs it where it may use the package manager` },
  async (t) => {
    const api = await testApp(t, { EXPORT_STALL_SECONDS: '8' })
    const [slow, steady] = [await largeBusiness(api), await largeBusiness(api)]
    const file = await openSlowReaders(t, api, steady, [1_000_000])
    // At these rates the file takes more than five minutes.
    await openSlowReaders(t, api, slow, [1, 1, 15_000, 15_000])
    assert.equal(await statusOf(api, slow), 429)
    await until('there is room for another download', async () => (await statusOf(api, slow)) === 200)
    await until('there is room for four', async () => {
      const four = await Promise.all(Array.from({ length: 4 }, () => statusOf(api, slow)))
      return four.every((status) => status === 200)
    })
    assert.ok(Number(await file.nextLine()) > 5_000_000)
  },
)

const statusOf = async (api: TestApp, who: TestUser) => {
  const { status, body } = await download(api, who)
  await body?.cancel()
  return status
}

test('a file that is read slowly is complete and consistent', async (t) => {
  const api = await testApp(t)
  const who = await largeBusiness(api)
  const response = await download(api, who)
  const reader = response.body!.getReader()
  const parts: Uint8Array[] = []
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (parts.length === 0)
      await api.runtime.database.write(async (tx) => {
        // Without the triggers of the search, whose work would exceed the time of a statement on a busy machine.
        await tx.$client.query('set local session_replication_role = replica')
        await tx.$client.query(`update customers set first_name = 'changed' where merchant_id = $1`, [who.merchantId])
      })
    parts.push(next.value)
  }
  const text = Buffer.concat(parts).toString()
  assert.equal(text.split('\r\n').length, rows + 2)
  assert.ok(text.startsWith('\uFEFF') && !text.includes('changed'))
})
