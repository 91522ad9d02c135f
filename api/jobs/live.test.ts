import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { followStream } from '@adire/contract/follow.ts'
import { followBusiness } from '@adire/contract/live.ts'
import { logOut } from '@adire/contract/users.ts'
import { eq, sql } from 'drizzle-orm'
import { endSessions } from '../features/auth/sessions.ts'
import { sessions } from '../features/auth/tables.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { atEnd } from '../testing/at-end.ts'
import type { TestUser } from '../testing/users.ts'
import { announceTopic } from './announce.ts'
import { openLive } from './live.ts'

/** An open stream. `next` waits for one more event; `undefined` is the end of the stream. */
async function open(api: TestApp, who: TestUser, signal: AbortSignal, since: { sinceMs?: number } = {}) {
  const opened = Promise.withResolvers<void>()
  const connection = { baseUrl: () => `${api.url}/test/core`, token: () => who.token, merchantId: () => who.merchantId }
  const events = followStream(connection, followBusiness, since, { signal, onOpen: opened.resolve })
  let waiting = events.next()
  waiting.catch(opened.reject)
  await opened.promise
  return {
    async next() {
      const { value } = await waiting
      waiting = events.next()
      waiting.catch(() => {})
      return value?.topic
    },
  }
}

const listening = (api: TestApp) =>
  api.runtime.database.read(async (tx) => {
    const { rows } = await tx.execute(
      // The query it sends after it has started to listen.
      sql`select pid from pg_stat_activity
          where datname = current_database() and query like 'select id from sessions where id = any%' and state = 'idle'`,
    )
    return rows.map(({ pid }) => pid as number)
  })

async function untilListening(api: TestApp, otherThan?: number): Promise<number> {
  for (;;) {
    const [pid] = (await listening(api)).filter((one) => one !== otherThan)
    if (pid !== undefined) return pid
  }
}

/** A process that listens already. */
async function listeningApp(t: TestContext) {
  const api = await testApp(t)
  api.runtime.live.follow(['somebody'], () => {})
  await untilListening(api)
  return api
}

/** Two users, each with an open dashboard. */
async function twoStreams(t: TestContext) {
  const api = await listeningApp(t)
  const [ade, bola] = [await api.createUser('Ade'), await api.createUser('Bola')]
  const stop = new AbortController()
  atEnd(t, () => stop.abort())
  const [adesStream, bolasStream] = [await open(api, ade, stop.signal), await open(api, bola, stop.signal)]
  return { api, ade, bola, adesStream, bolasStream }
}

test('an open dashboard is notified of changes in its business after the commit, and of no other business', async (t) => {
  const { api, ade, bola, adesStream, bolasStream } = await twoStreams(t)
  await assert.rejects(
    api.runtime.database.write(async (tx) => {
      await announceTopic(tx, ade.merchantId, 'notifications')
      throw new Error('changed my mind')
    }),
  )
  await api.runtime.database.write(async (tx) => {
    await announceTopic(tx, ade.merchantId, 'payments')
    await announceTopic(tx, ade.merchantId, 'payments')
    await announceTopic(tx, bola.userId, 'notifications')
  })
  await api.drain()
  assert.equal(await adesStream.next(), 'payments')
  assert.equal(await bolasStream.next(), 'notifications')
  await api.runtime.database.write((tx) => announceTopic(tx, ade.merchantId, 'notifications'))
  await api.drain()
  assert.equal(await adesStream.next(), 'notifications', 'what came twice was told once')
})

test('a page that was loaded before the process listened reads all data again, others only what changed', async (t) => {
  const api = await testApp(t)
  const ade = await api.createUser('Ade')
  const stop = new AbortController()
  atEnd(t, () => stop.abort())
  const first = await open(api, ade, stop.signal, { sinceMs: 60_000 })
  assert.equal(await first.next(), 'everything', 'the first follower')
  const second = await open(api, ade, stop.signal, { sinceMs: 60_000 })
  assert.equal(await second.next(), 'everything', 'a page that was loaded before')
  const third = await open(api, ade, stop.signal, { sinceMs: 0 })
  await api.runtime.database.write((tx) => announceTopic(tx, ade.merchantId, 'notifications'))
  await api.drain()
  assert.equal(await third.next(), 'notifications')
})

test('the first page of a process that connected before is told only what changes', async (t) => {
  const api = await testApp(t)
  await api.runtime.live.connect()
  const ade = await api.createUser('Ade')
  const stop = new AbortController()
  atEnd(t, () => stop.abort())
  const stream = await open(api, ade, stop.signal)
  await api.runtime.database.write((tx) => announceTopic(tx, ade.merchantId, 'notifications'))
  await api.drain()
  assert.equal(await stream.next(), 'notifications')
})

test('a broken connection is opened again, and all data is read again once', async (t) => {
  const api = await listeningApp(t)
  const ade = await api.createUser('Ade')
  const stop = new AbortController()
  atEnd(t, () => stop.abort())
  const stream = await open(api, ade, stop.signal)
  const pid = await untilListening(api)
  await api.runtime.database.write((tx) => tx.execute(sql`select pg_terminate_backend(${pid}::int)`))
  assert.equal(await stream.next(), 'everything')
  // A second one would come after the rest of its topic.
  await setTimeout(1500)
  await api.runtime.database.write((tx) => announceTopic(tx, ade.merchantId, 'notifications'))
  await api.drain()
  assert.equal(await stream.next(), 'notifications')
})

test('a stream ends with its token and with the process; a user has at most twenty', async (t) => {
  const api = await listeningApp(t)
  const ade = await api.createUser('Ade')
  const stop = new AbortController()
  atEnd(t, () => stop.abort())
  // The clock stands still, so that the token is valid however long it takes to open the stream, which then ends after a second.
  const at = new Date().setMilliseconds(0)
  api.stopClock(new Date(at))
  const claims = (await api.runtime.signer.read(ade.token, new Date()))!
  const short = await api.runtime.signer.sign(
    { ...claims, user_name: ade.email, scope: 'profile' },
    new Date(at + 1_000),
  )
  const ending = await open(api, { ...ade, token: short }, stop.signal)
  assert.equal(await ending.next(), undefined)
  const streams = []
  for (let n = 0; n < 20; n++) streams.push(await open(api, ade, stop.signal))
  await assert.rejects(open(api, ade, stop.signal), { status: 503, code: 'busy' })
  await api.app.close()
  for (const each of streams) assert.equal(await each.next(), undefined)
})

test('a process can stop while it is still connecting, and without a database', async (t) => {
  const api = await testApp(t)
  for (const url of [api.runtime.database.url, 'postgresql://127.0.0.1:1/none']) {
    const live = openLive(url)
    live.follow(['somebody'], () => {})
    await live.close()
  }
  const live = openLive('postgresql://127.0.0.1:1/none')
  await live.connect()
  await live.close()
})

test('a stream whose session ended while nobody listened ends at the next subscription', async (t) => {
  const api = await listeningApp(t)
  const ade = await api.createUser('Ade')
  const stop = new AbortController()
  atEnd(t, () => stop.abort())
  const stream = await open(api, ade, stop.signal)
  const pid = await untilListening(api)
  // The announcement of this logout is never delivered: nothing takes it from the outbox.
  await api.as(ade).call(logOut, {} as never)
  await api.runtime.database.write((tx) => tx.execute(sql`select pg_terminate_backend(${pid}::int)`))
  assert.equal(await stream.next(), 'everything')
  assert.equal(await Promise.race([stream.next(), setTimeout(60_000, 'still open')]), undefined)
})

test('a session that another process ended cannot open a stream, however recent its check', async (t) => {
  const api = await listeningApp(t)
  const ade = await api.createUser('Ade')
  const stop = new AbortController()
  atEnd(t, () => stop.abort())
  const stream = await open(api, ade, stop.signal)
  await untilListening(api)
  const { sid } = (await api.runtime.signer.read(ade.token, new Date()))!
  // Like another process: the session stays in this process's cache.
  await api.runtime.database.write((tx) => endSessions(tx, [eq(sessions.id, sid!)], 'signed_out', new Date()))
  await api.drain()
  assert.equal(await stream.next(), undefined)
  await assert.rejects(open(api, ade, stop.signal), { status: 401 })
})

test('a stream ends with its session, and the streams of other sessions continue', async (t) => {
  const { api, ade, bola, adesStream, bolasStream } = await twoStreams(t)
  await api.as(ade).call(logOut, {} as never)
  await api.drain()
  assert.equal(await adesStream.next(), undefined)
  await api.runtime.database.write((tx) => announceTopic(tx, bola.merchantId, 'payments'))
  await api.drain()
  assert.equal(await bolasStream.next(), 'payments')
})
