import { setTimeout } from 'node:timers/promises'
import { type LiveTopic, liveTopics } from '@adire/contract/live.ts'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { evictSession } from '../features/auth/session-state.ts'
import { endedTopic, liveUpdateChannel } from './announce.ts'

type Follower = (topic: LiveTopic) => void

/** Live updates of all processes, delivered to the followers in this process. */
export interface LiveUpdates {
  /** Calls `follower` with the topics that change for any of these business and user ids; returns a function that stops it. */
  follow(about: readonly string[], follower: Follower): () => void
  /** Connects before the first follower, who then needs no `everything`. Resolves after the first attempt, also if it failed. */
  connect(): Promise<void>
  /** Calls `end` when this session ends in any process; returns a function that cancels this. */
  onSessionEnd(sessionId: string, end: () => void): () => void
  /** Topics of these ids announced in the last `ms`; `everything` if this process has listened for a shorter time. */
  lately(about: readonly string[], ms: number): LiveTopic[]
  close(): Promise<void>
}

const topics = liveTopics
const firstPauseMs = 250
const longestPauseMs = 15_000

async function selectEnded(client: pg.Client, sessionIds: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select id from sessions where id = any($1::uuid[]) and ended_at is not null',
    [sessionIds],
  )
  return rows.map(({ id }) => id)
}

/**
 * Listens on a dedicated connection, opened by `connect` or for the first follower. Whenever it is connected, every follower gets
 * `everything`, because updates announced before are lost.
 */
export function openLive(url: string): LiveUpdates {
  const followers = new Map<string, Set<Follower>>()
  const closing = new AbortController()
  let listening: Promise<void> | undefined
  const attempted = Promise.withResolvers<void>()
  let connectedAtMs: number | undefined

  const ends = new Map<string, Set<() => void>>()
  const announcedAt = new LRUCache<string, number>({ max: 10_000 })
  const endSessionStreams = (sessionId: string) => {
    // The session must not open a new stream either: this process may still have it cached as valid.
    evictSession(sessionId)
    for (const end of ends.get(sessionId) ?? []) end()
  }
  const receive = (payload: string) => {
    for (const line of payload.split('\n')) {
      const [topic, about] = line.split(':') as [LiveTopic | typeof endedTopic, string]
      if (topic === endedTopic) {
        endSessionStreams(about)
        continue
      }
      announcedAt.set(line, performance.now())
      for (const follower of followers.get(about) ?? []) follower(topic)
    }
  }
  const listenOnce = async (onConnected: () => void) => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true })
    const { promise: ended, resolve } = Promise.withResolvers<unknown>()
    // Also while connecting: the connection is then closed once it is open.
    closing.signal.addEventListener('abort', resolve)
    client.on('error', resolve).on('end', () => resolve(undefined))
    client.on('notification', ({ payload = '' }) => receive(payload))
    try {
      await client.connect()
      await client.query(`listen ${liveUpdateChannel}`)
      onConnected()
      // Those that ended while the connection was down.
      for (const id of await selectEnded(client, [...ends.keys()])) endSessionStreams(id)
      await ended
    } finally {
      connectedAtMs = undefined
      closing.signal.removeEventListener('abort', resolve)
      await client.end().catch(() => {})
    }
  }
  const listenUntilClosed = async () => {
    let pauseMs = firstPauseMs
    while (!closing.signal.aborted) {
      const onConnected = () => {
        pauseMs = firstPauseMs
        connectedAtMs = performance.now()
        attempted.resolve()
        // Once each: a follower is listed for its business and for its user.
        for (const follower of new Set([...followers.values()].flatMap((some) => [...some]))) follower('everything')
      }
      await listenOnce(onConnected).catch(() => {})
      attempted.resolve()
      await setTimeout(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  }

  return {
    follow(about, follower) {
      listening ??= listenUntilClosed()
      for (const id of about) followers.set(id, (followers.get(id) ?? new Set()).add(follower))
      return () => {
        for (const id of about) {
          followers.get(id)?.delete(follower)
          if (followers.get(id)?.size === 0) followers.delete(id)
        }
      }
    },
    connect() {
      listening ??= listenUntilClosed()
      return attempted.promise
    },
    onSessionEnd(sessionId, end) {
      listening ??= listenUntilClosed()
      ends.set(sessionId, (ends.get(sessionId) ?? new Set()).add(end))
      return () => {
        ends.get(sessionId)?.delete(end)
        if (ends.get(sessionId)?.size === 0) ends.delete(sessionId)
      }
    },
    lately(about, ms) {
      const sinceMs = performance.now() - ms
      // Followers get `everything` as soon as this process is connected.
      if (connectedAtMs === undefined) return []
      if (connectedAtMs > sinceMs) return ['everything']
      return topics.filter((topic) => about.some((id) => (announcedAt.get(`${topic}:${id}`) ?? -Infinity) > sinceMs))
    },
    async close() {
      closing.abort()
      await listening
    },
  }
}
