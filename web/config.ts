import type { Brand } from '@adire/contract/brand.ts'
import { useSyncExternalStore } from 'react'

interface Servers {
  core: string
  collections: string
  settlements: string
}

/** What the app learns when it starts: where the servers are, as which client it signs in, and whose name is on the door. */
export interface WebConfig {
  servers: { TEST: Servers; LIVE: Servers }
  client: { id: string; secret: string }
  brand: Brand
  /** The demo business's sign-in, where there is one. */
  demo?: { email: string; password: string }
}

const timeoutMs = 30_000
let loading: Promise<WebConfig> | undefined
let loaded: WebConfig | undefined
const listeners = new Set<() => void>()

/** Read once; a failure is forgotten, so that the next call tries again. The page preloads it: keep the request as it is. */
export function getConfig(): Promise<WebConfig> {
  loading ??= fetch('/config.json', { signal: AbortSignal.timeout(timeoutMs) })
    .then((response) => {
      // Its shape is the server's that also served this script; what can go wrong is that another thing answers.
      if (!response.ok) throw new Error(`The configuration was answered with ${response.status}`)
      return response.json() as Promise<WebConfig>
    })
    .then((config) => {
      loaded = config
      for (const changed of listeners) changed()
      return loaded
    })
    .catch((error) => {
      loading = undefined
      throw error
    })
  return loading
}

/** Undefined until it has arrived, and while prerendering. */
export function useConfig(): WebConfig | undefined {
  return useSyncExternalStore(
    subscribe,
    () => loaded,
    () => undefined,
  )
}

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => {
    listeners.delete(changed)
  }
}
