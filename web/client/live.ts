import { passwordTypeHeader } from '@adire/contract/auth.ts'
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
 * Subscribes to the changes of a business until `signal` aborts. A browser opens only six connections to a host, so one tab
 * holds the stream and forwards its events to the other tabs; when it is closed, another tab takes over.
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

/** Reopens the stream whenever it ends. Events missed in between are unknown, so everything is refetched. */
async function streamUntilAborted(scope: CallScope, publish: TopicListener, signal: AbortSignal): Promise<void> {
  let pauseMs = firstPauseMs
  // On the first connection, ask for the changes since the page loaded (at most 10 minutes) instead of refetching everything.
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
    await waitFor(pauseMs, signal)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }
}

type StreamInput = CallScope & { sinceMs: number | undefined }
type Options = { signal: AbortSignal; onOpen: () => void }

async function streamOnce({ mode, merchantId, sinceMs }: StreamInput, publish: TopicListener, options: Options) {
  const { servers } = await getConfig()
  const connection = {
    baseUrl: () => servers[mode].core,
    token: () => accessToken(),
    merchantId: () => merchantId,
    headers: passwordTypeHeader,
  }
  for await (const { topic } of followStream(
    connection,
    followBusiness,
    sinceMs === undefined ? {} : { sinceMs },
    options,
  ))
    publish(topic)
}

/** Waits `ms`, or until the signal aborts or the browser is online again. */
function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}
