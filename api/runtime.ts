import type { ApiConfig } from './config.ts'
import type { Database } from './database/connect.ts'
import type { TokenSigner } from './features/auth/access-token.ts'
import type { Media } from './files/media.ts'
import type { FileStore } from './files/store.ts'
import type { Vault } from './files/vault.ts'
import type { LiveUpdates } from './jobs/live.ts'
import type { Traces } from './tracing/traces.ts'

/** Resources that one process holds from start to stop. */
export interface Runtime {
  config: ApiConfig
  database: Database
  signer: TokenSigner
  vault: Vault
  files: FileStore
  media: Media
  /** Live updates for open dashboards. */
  live: LiveUpdates
  /** Traces, if they are sent anywhere. */
  traces?: Traces | undefined
  /** The wall clock. Tests replace it. */
  clock(): Date
}
