import type { Brand } from '@adire/contract/brand.ts'
import { useSyncExternalStore } from 'react'

interface Servers {
  core: string
  collections: string
  settlements: string
}

/** Start-up configuration of the app: the servers, the OAuth client it signs in with, and the brand. */
export interface WebConfig {
  servers: { TEST: Servers; LIVE: Servers }
  client: { id: string; secret: string }
  brand: Brand
  /** Whether a processor of live payments is configured. */
  livePayments: boolean
  /** Whether one of them debits mandates. */
  liveDirectDebit: boolean
  /** Whether BVNs are compared with the birthday and phone number of their owner. */
  bvnNeedsDetails: boolean
  /** Credentials of the demo business, if there is one. */
  demo?: { email: string; password: string }
}

const timeoutMs = 30_000
let loading: Promise<WebConfig> | undefined
let loaded: WebConfig | undefined
const listeners = new Set<() => void>()

/** Configuration, fetched once; a failure is not cached, so the next call retries. The page preloads this request: keep it as it is. */
export function getConfig(): Promise<WebConfig> {
  loading ??= fetch('/config.json', { signal: AbortSignal.timeout(timeoutMs) })
    .then((response) => {
      // Not validated: the same server also served this script. The only risk is a response from something else, such as a proxy.
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

/** Undefined until it has loaded, and while prerendering. */
export function useConfig(): WebConfig | undefined {
  return useSyncExternalStore(
    subscribeConfig,
    () => loaded,
    () => undefined,
  )
}

/** Whether live payments are open; true until that is known. */
export const useLivePaymentsOpen = (): boolean => useConfig()?.livePayments ?? true

function subscribeConfig(changed: () => void) {
  listeners.add(changed)
  return () => {
    listeners.delete(changed)
  }
}
