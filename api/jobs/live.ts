import { setTimeout } from 'node:timers/promises'
import { LiveTopic } from '@adire/contract/live.ts'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { evictSession } from '../features/auth/session-state.ts'
import { announcementChannel, endedTopic } from './announce.ts'

type Follower = (topic: LiveTopic) => void

/** What is announced by any process, handed to those who follow it in this one. */
export interface LiveUpdates {
  /** Calls `follower` with what changes about any of these businesses and users; returns how to end it. */
  follow(about: readonly string[], follower: Follower): () => void
  /** Calls `end` when this session ends, in whatever process; returns how to stop that. */
  onSessionEnd(sessionId: string, end: () => void): () => void
  /** What changed about these in the last `ms`, as far as this process has heard. */
  lately(about: readonly string[], ms: number): LiveTopic[]
  close(): Promise<void>
}

const topics = LiveTopic.options
const firstPauseMs = 250
const longestPauseMs = 15_000

/**
 * Listens on a connection of its own, opened when somebody first follows. After a break everybody is told `everything`:
 * what was announced meanwhile is gone.
 */
export function openLive(url: string): LiveUpdates {
  const followers = new Map<string, Set<Follower>>()
  const closing = new AbortController()
  let listening: Promise<void> | undefined

  const ends = new Map<string, Set<() => void>>()
  const announcedAt = new LRUCache<string, number>({ max: 10_000 })
  const endSessionStreams = (sessionId: string) => {
    // Nor may it open another, for as long as this process remembers that it stood.
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
  /** Sessions may have ended while nobody listened. */
  const endMissed = async (client: pg.Client) => {
    const { rows } = await client.query<{ id: string }>(
      'select id from sessions where id = any($1::uuid[]) and ended_at is not null',
      [[...ends.keys()]],
    )
    for (const { id } of rows) endSessionStreams(id)
  }
  const listenOnce = async (onceThere: () => void) => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true })
    const { promise: ended, resolve } = Promise.withResolvers<unknown>()
    // Also while it is still connecting: then it is let go of once it stands.
    closing.signal.addEventListener('abort', resolve)
    client.on('error', resolve).on('end', () => resolve(undefined))
    client.on('notification', ({ payload = '' }) => receive(payload))
    try {
      await client.connect()
      await client.query(`listen ${announcementChannel}`)
      onceThere()
      await endMissed(client)
      await ended
    } finally {
      closing.signal.removeEventListener('abort', resolve)
      await client.end().catch(() => {})
    }
  }
  const listenUntilClosed = async () => {
    let pauseMs = firstPauseMs
    let isBack = false
    while (!closing.signal.aborted) {
      const there = () => {
        pauseMs = firstPauseMs
        if (isBack) for (const some of followers.values()) for (const follower of some) follower('everything')
      }
      await listenOnce(there).catch(() => {})
      isBack = true
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
    onSessionEnd(sessionId, end) {
      listening ??= listenUntilClosed()
      ends.set(sessionId, (ends.get(sessionId) ?? new Set()).add(end))
      return () => {
        ends.get(sessionId)?.delete(end)
        if (ends.get(sessionId)?.size === 0) ends.delete(sessionId)
      }
    },
    lately: (about, ms) =>
      topics.filter((topic) =>
        about.some((id) => (announcedAt.get(`${topic}:${id}`) ?? -Infinity) > performance.now() - ms),
      ),
    async close() {
      closing.abort()
      await listening
    },
  }
}
