import { CallError } from '@adire/contract/call.ts'
import { followStream } from '@adire/contract/follow.ts'
import { followBusiness, type LiveTopic } from '@adire/contract/live.ts'
import { getConfig } from './config.ts'
import type { CallScope } from './send.ts'
import { getTokens } from './session.ts'
import { accessToken, renewTokens } from './tokens.ts'

const firstPauseMs = 1000
const longestPauseMs = 30_000

type TopicListener = (topic: LiveTopic) => void

/**
 * Hears what changes in a business until `signal` ends it. A browser opens only six connections to a host, so of all tabs
 * one holds the stream and passes on to the others what it hears; when it is closed another takes its place.
 */
export function subscribeToBusiness(
  { mode, merchantId }: CallScope,
  onTopic: TopicListener,
  signal: AbortSignal,
): void {
  const name = `adire.live.${mode}.${merchantId}`
  const others = new BroadcastChannel(name)
  others.onmessage = ({ data }) => onTopic(data)
  signal.addEventListener('abort', () => others.close())
  const publish = (topic: LiveTopic) => {
    onTopic(topic)
    others.postMessage(topic)
  }
  const openStream = () => streamUntilAborted({ mode, merchantId }, publish, signal)
  if (!navigator.locks) void openStream()
  else navigator.locks.request(name, { signal }, openStream).catch(() => {})
}

/** Opens the stream again whenever it ends. What was missed meanwhile is unknown, so everything is read again. */
async function streamUntilAborted(scope: CallScope, publish: TopicListener, signal: AbortSignal): Promise<void> {
  let pauseMs = firstPauseMs
  // The first time what was read since the page began is young enough to name what changed.
  let sinceMs: number | undefined = Math.min(Math.round(performance.now()), 600_000)
  const onOpen = () => {
    pauseMs = firstPauseMs
    if (sinceMs === undefined) publish('everything')
  }
  while (!signal.aborted) {
    try {
      await streamOnce({ ...scope, sinceMs }, publish, { signal, onOpen })
    } catch (error) {
      if (error instanceof CallError && error.status === 401) {
        const { accessToken: rejectedToken } = getTokens()
        if (rejectedToken) await renewTokens(rejectedToken).catch(() => {})
      }
    }
    sinceMs = undefined
    if (!getTokens().accessToken) return
    await pause(pauseMs, signal)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }
}

type StreamInput = CallScope & { sinceMs: number | undefined }
type Options = { signal: AbortSignal; onOpen: () => void }

async function streamOnce({ mode, merchantId, sinceMs }: StreamInput, publish: TopicListener, options: Options) {
  const { servers } = await getConfig()
  const connection = { baseUrl: () => servers[mode].core, token: () => accessToken(), merchantId: () => merchantId }
  for await (const { topic } of followStream(
    connection,
    followBusiness,
    sinceMs === undefined ? {} : { sinceMs },
    options,
  ))
    publish(topic)
}

/** Waits, but not for an aborted signal, and no longer than until the browser is online again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    addEventListener('online', done)
    signal.addEventListener('abort', done, { once: true })
  })
}
