import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'

const Servers = z.object({ core: z.string(), collections: z.string(), settlements: z.string() })

/** What the app learns when it starts: where the servers are, as which client it signs in, and whose name is on the door. */
export const Config = z.object({
  servers: z.object({ TEST: Servers, LIVE: Servers }),
  client: z.object({ id: z.string(), secret: z.string() }),
  brand: z.object({ name: z.string(), helpEmail: z.string(), docsUrl: z.optional(z.nullable(z.string())) }),
  /** The demo business's sign-in, where there is one. */
  demo: z.optional(z.nullable(z.object({ email: z.string(), password: z.string() }))),
})
export type Config = z.infer<typeof Config>

const timeoutMs = 30_000
let loading: Promise<Config> | undefined
let loaded: Config | undefined
const listeners = new Set<() => void>()

/** Read once; a failure is forgotten, so that the next call tries again. The page preloads it: keep the request as it is. */
export function getConfig(): Promise<Config> {
  loading ??= fetch('/config.json', { signal: AbortSignal.timeout(timeoutMs) })
    .then((response) => response.json())
    .then((answer) => {
      loaded = z.parse(Config, answer)
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
export function useConfig(): Config | undefined {
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
