import { setTimeout } from 'node:timers/promises'
import { type LiveTopic, liveTopics } from '@adire/contract/live.ts'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { evictSession } from '../features/auth/session-state.ts'
import { liveUpdateChannel, sessionEndTopic } from './announce.ts'

type Follower = (topic: LiveTopic) => void

/** Live updates of all processes, delivered to the followers in this process. */
export interface LiveUpdates {
  /** Calls `follower` with each topic that changes for one of these businesses and users. Returns a function that stops it. */
  follow(ids: readonly string[], follower: Follower): () => void
  /** Connects before there is a follower, so that the first one gets no `everything`. Resolves after the first attempt, also if it failed. */
  connect(): Promise<void>
  /** Calls `end` when this session ends in any process. Returns a function that stops it. */
  onSessionEnd(sessionId: string, end: () => void): () => void
  /** Topics announced for these ids in the last `ms`; `everything` if this process has not listened for so long. */
  listRecentTopics(ids: readonly string[], ms: number): LiveTopic[]
  close(): Promise<void>
}

const firstPauseMs = 250
const longestPauseMs = 15_000

/** Functions by key, such as followers by id. A key without functions is removed. */
function openRegistry<F>() {
  const byKey = new Map<string, Set<F>>()
  const remove = (key: string, one: F) => {
    const functions = byKey.get(key)
    functions?.delete(one)
    if (functions?.size === 0) byKey.delete(key)
  }
  return {
    list: (key: string): readonly F[] => [...(byKey.get(key) ?? [])],
    listAll: (): ReadonlySet<F> => new Set([...byKey.values()].flatMap((some) => [...some])),
    keys: () => [...byKey.keys()],
    /** Returns a function that removes it again. */
    add(keys: readonly string[], one: F) {
      for (const key of keys) byKey.set(key, (byKey.get(key) ?? new Set()).add(one))
      return () => {
        for (const key of keys) remove(key, one)
      }
    },
  }
}

/** Selects the sessions that have ended. */
async function selectEndedSessions(client: pg.Client, sessionIds: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select id from sessions where id = any($1::uuid[]) and ended_at is not null',
    [sessionIds],
  )
  return rows.map(({ id }) => id)
}

/**
 * Live updates by a dedicated connection, opened by `connect` or for the first follower. Whenever it is connected, every follower gets
 * `everything`, because updates announced before are lost.
 */
export function openLive(url: string): LiveUpdates {
  const followers = openRegistry<Follower>()
  const sessionEnds = openRegistry<() => void>()
  const announcedAt = new LRUCache<string, number>({ max: 10_000 })
  let connectedAtMs: number | undefined

  const endSessionStreams = (sessionId: string) => {
    // The session must not open a new stream either: this process may still have it cached as valid.
    evictSession(sessionId)
    for (const end of sessionEnds.list(sessionId)) end()
  }
  const listener = openListener(url, {
    receive(payload) {
      for (const line of payload.split('\n')) {
        const [topic, id] = line.split(':') as [LiveTopic | typeof sessionEndTopic, string]
        if (topic === sessionEndTopic) {
          endSessionStreams(id)
          continue
        }
        announcedAt.set(line, performance.now())
        for (const follower of followers.list(id)) follower(topic)
      }
    },
    async onConnected(client) {
      connectedAtMs = performance.now()
      // A follower is registered for its business and for its user; `listAll` names it once.
      for (const follower of followers.listAll()) follower('everything')
      // Sessions that ended while the connection was down.
      for (const id of await selectEndedSessions(client, sessionEnds.keys())) endSessionStreams(id)
    },
    onLost() {
      connectedAtMs = undefined
    },
  })

  return {
    follow(ids, follower) {
      listener.start()
      return followers.add(ids, follower)
    },
    connect: () => listener.start(),
    onSessionEnd(sessionId, end) {
      listener.start()
      return sessionEnds.add([sessionId], end)
    },
    listRecentTopics(ids, ms) {
      const sinceMs = performance.now() - ms
      // Followers get `everything` as soon as this process is connected.
      if (connectedAtMs === undefined) return []
      if (connectedAtMs > sinceMs) return ['everything']
      return liveTopics.filter((topic) => ids.some((id) => (announcedAt.get(`${topic}:${id}`) ?? -Infinity) > sinceMs))
    },
    close: listener.close,
  }
}

interface ListenerEvents {
  receive(payload: string): void
  /** Its part before the first `await` runs before `start` resolves. */
  onConnected(client: pg.Client): Promise<void>
  onLost(): void
}

/** Listens for live updates on a connection of its own, from `start` until `close`, and connects again after a failure. */
function openListener(url: string, { receive, onConnected, onLost }: ListenerEvents) {
  const closing = new AbortController()
  const attempted = Promise.withResolvers<void>()
  let listening: Promise<void> | undefined
  let pauseMs = firstPauseMs

  const listenOnce = async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true })
    const { promise: ended, resolve } = Promise.withResolvers<unknown>()
    // A close while connecting takes effect as soon as the connection is open.
    closing.signal.addEventListener('abort', resolve)
    client.on('error', resolve).on('end', () => resolve(undefined))
    client.on('notification', ({ payload = '' }) => receive(payload))
    try {
      await client.connect()
      await client.query(`listen ${liveUpdateChannel}`)
      pauseMs = firstPauseMs
      const connected = onConnected(client)
      attempted.resolve()
      await connected
      await ended
    } finally {
      onLost()
      closing.signal.removeEventListener('abort', resolve)
      await client.end().catch(() => {})
    }
  }
  const listenUntilClosed = async () => {
    while (!closing.signal.aborted) {
      await listenOnce().catch(() => {})
      attempted.resolve()
      await setTimeout(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  }

  return {
    /** Resolves after the first attempt to connect, also if it failed. */
    start() {
      listening ??= listenUntilClosed()
      return attempted.promise
    },
    async close() {
      closing.abort()
      await listening
    },
  }
}
