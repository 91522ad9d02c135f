import { PassThrough } from 'node:stream'
import type { LiveTopic } from '@adire/contract/live.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { LiveUpdates } from '../jobs/live.ts'
import { problem } from './problem.ts'

/** A proxy that sees nothing for longer may close the connection. */
const heartbeatMs = 20_000
/** A busy business changes all the time; nobody reads faster than this. */
const restMs = 1000
/** Access tokens end sooner; whoever still looks comes back. */
const longestMs = 900_000
const mostStreams = 5000
const mostEach = 20

/** The streams of one process: how many there are, by whom, and their end when the process ends. */
export function createStreams(app: FastifyInstance, live: LiveUpdates): LiveStreams {
  const open = new Map<PassThrough, string>()
  app.addHook('preClose', async () => {
    for (const stream of open.keys()) stream.end()
  })
  const follow = (reply: FastifyReply, { user, sessionId, about, sinceMs, forMs }: FollowedStream) => {
    const openOfUser = [...open.values()].filter((one) => one === user).length
    if (openOfUser >= mostEach || open.size >= mostStreams) throw problem.busy()
    const out = new PassThrough()
    open.set(out, user)
    const sendTopic = restful(out)
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
    // The first line tells the browser that the stream stands.
    out.write(':\n\n')
    for (const topic of live.lately(about, sinceMs)) sendTopic(topic)
    return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(out)
  }
  return { follow }
}

export interface LiveStreams {
  /** Answers with what changes, until the time is over, the session ended, the reader gone, or the process ends. */
  follow(reply: FastifyReply, followed: FollowedStream): FastifyReply
}

export interface FollowedStream {
  /** Whose stream it is; nobody has more than a few. */
  user: string
  /** It ends with this session. */
  sessionId: string
  about: readonly string[]
  /** News of so many ms before are told first. */
  sinceMs: number
  /** How long it may last, in ms. */
  forMs: number
}

/** Writes the first news of a topic at once, and what follows within the rest as one. */
function restful(out: PassThrough): (topic: LiveTopic) => void {
  const resting = new Map<LiveTopic, boolean>()
  const sendTopic = (topic: LiveTopic) => {
    if (!out.writable) return
    if (resting.has(topic)) {
      resting.set(topic, true)
      return
    }
    out.write(`data: ${JSON.stringify({ topic })}\n\n`)
    resting.set(topic, false)
    setTimeout(() => {
      const isMore = resting.get(topic)
      resting.delete(topic)
      if (isMore) sendTopic(topic)
    }, restMs).unref()
  }
  return sendTopic
}
