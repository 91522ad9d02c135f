import { CallError } from '@adire/contract/call.ts'
import { follow } from '@adire/contract/follow.ts'
import { followBusiness, type LiveTopic } from '@adire/contract/live.ts'
import { getConfig } from './config.ts'
import type { Place } from './send.ts'
import { getTokens } from './session.ts'
import { accessToken, renew } from './tokens.ts'

const firstPauseMs = 1000
const longestPauseMs = 30_000

type Hear = (topic: LiveTopic) => void

/**
 * Hears what changes in a business until `signal` ends it. A browser opens only six connections to a host, so of all tabs
 * one holds the stream and passes on to the others what it hears; when it is closed another takes its place.
 */
export function hearNews({ mode, merchantId }: Place, hear: Hear, signal: AbortSignal): void {
  const name = `adire.live.${mode}.${merchantId}`
  const others = new BroadcastChannel(name)
  others.onmessage = ({ data }) => hear(data)
  signal.addEventListener('abort', () => others.close())
  const tell = (topic: LiveTopic) => {
    hear(topic)
    others.postMessage(topic)
  }
  const hold = () => holdStream({ mode, merchantId }, tell, signal)
  if (!navigator.locks) void hold()
  else navigator.locks.request(name, { signal }, hold).catch(() => {})
}

/** Opens the stream again whenever it ends. What was missed meanwhile is unknown, so everything is read again. */
async function holdStream(place: Place, tell: Hear, signal: AbortSignal): Promise<void> {
  let pauseMs = firstPauseMs
  // The first time what was read since the page began is young enough to name what changed.
  let sinceMs: number | undefined = Math.min(Math.round(performance.now()), 600_000)
  const onOpen = () => {
    pauseMs = firstPauseMs
    if (sinceMs === undefined) tell('everything')
  }
  while (!signal.aborted) {
    try {
      await streamOnce({ ...place, sinceMs }, tell, { signal, onOpen })
    } catch (error) {
      if (error instanceof CallError && error.status === 401) {
        const { accessToken: refused } = getTokens()
        if (refused) await renew(refused).catch(() => {})
      }
    }
    sinceMs = undefined
    if (!getTokens().accessToken) return
    await pause(pauseMs, signal)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }
}

type Asked = Place & { sinceMs: number | undefined }
type Options = { signal: AbortSignal; onOpen: () => void }

async function streamOnce({ mode, merchantId, sinceMs }: Asked, tell: Hear, options: Options) {
  const { servers } = await getConfig()
  const connection = { baseUrl: () => servers[mode].core, token: () => accessToken(), merchantId: () => merchantId }
  for await (const { topic } of follow(connection, followBusiness, sinceMs === undefined ? {} : { sinceMs }, options))
    tell(topic)
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
