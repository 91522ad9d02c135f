import { PassThrough } from 'node:stream'
import type { LiveTopic } from '@adire/contract/live.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { LiveUpdates } from '../jobs/live.ts'
import { problem } from './problem.ts'

/** Interval of heartbeats, in ms: a proxy may close a connection that is idle for longer. */
const heartbeatMs = 20_000
/** Minimum time between two events of one topic, in ms: a busy business changes all the time. */
const topicIntervalMs = 1000
/** Maximum duration of a stream, in ms. Access tokens usually expire sooner; the client then reconnects. */
const longestMs = 900_000
const maxStreams = 5000
const maxStreamsOfUser = 20

/** The live streams of one process: limits in total and per user, and their end at shutdown. */
export function createStreams(app: FastifyInstance, live: LiveUpdates): LiveStreams {
  const open = new Map<PassThrough, string>()
  app.addHook('preClose', async () => {
    for (const stream of open.keys()) stream.end()
  })
  const follow = (reply: FastifyReply, { user, sessionId, about, sinceMs, forMs }: FollowedStream) => {
    const openOfUser = [...open.values()].filter((one) => one === user).length
    if (openOfUser >= maxStreamsOfUser || open.size >= maxStreams) throw problem.busy()
    const out = new PassThrough()
    open.set(out, user)
    const sendTopic = throttleTopics(out)
    const stopFollowing = live.follow(about, sendTopic)
    const stopWaiting = live.onSessionEnd(sessionId, () => out.end())
    const beat = setInterval(() => out.write(':\n\n'), heartbeatMs)
    const end = setTimeout(() => out.end(), Math.min(forMs, longestMs))
    out.once('close', () => {
      open.delete(out)
      stopFollowing()
      stopWaiting()
      clearInterval(beat)
      clearTimeout(end)
    })
    // The first line tells the browser that the stream is open.
    out.write(':\n\n')
    for (const topic of live.listRecentTopics(about, sinceMs)) sendTopic(topic)
    return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(out)
  }
  return { follow }
}

/** The streams of one process. */
export interface LiveStreams {
  /**
   * Sends changes until the time is over, the session ends, the client disconnects, or the process stops.
   * @throws busy (503) when the user or the process has too many streams
   */
  follow(reply: FastifyReply, followed: FollowedStream): FastifyReply
}

/** An open stream: its owner, the ids that it follows, and its duration. */
export interface FollowedStream {
  /** User id of the stream's owner; streams per user are limited. */
  user: string
  /** The stream ends with this session. */
  sessionId: string
  about: readonly string[]
  /** Changes announced in the last `sinceMs` ms are sent first. */
  sinceMs: number
  /** Maximum duration, in ms. */
  forMs: number
}

/** Throttle per topic: sends the first change at once, and all changes of the next `topicIntervalMs` as one. */
function throttleTopics(out: PassThrough): (topic: LiveTopic) => void {
  /** Topics that were sent a moment ago, and whether they have changed since. */
  const hasChanged = new Map<LiveTopic, boolean>()
  const sendTopic = (topic: LiveTopic) => {
    if (!out.writable) return
    if (hasChanged.has(topic)) {
      hasChanged.set(topic, true)
      return
    }
    out.write(`data: ${JSON.stringify({ topic })}\n\n`)
    hasChanged.set(topic, false)
    setTimeout(() => {
      const isDue = hasChanged.get(topic)
      hasChanged.delete(topic)
      if (isDue) sendTopic(topic)
    }, topicIntervalMs).unref()
  }
  return sendTopic
}
