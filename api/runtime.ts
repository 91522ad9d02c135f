import type { ApiConfig } from './config.ts'
import type { Database } from './database/connect.ts'
import type { TokenSigner } from './features/auth/access-token.ts'
import type { Media } from './files/media.ts'
import type { FileStore } from './files/store.ts'
import type { Vault } from './files/vault.ts'
import type { LiveUpdates } from './jobs/live.ts'

/** What one process holds for its whole life. */
export interface Runtime {
  config: ApiConfig
  database: Database
  signer: TokenSigner
  vault: Vault
  files: FileStore
  media: Media
  /** What is announced, for the dashboards that are open. */
  live: LiveUpdates
  /** The present instant. Tests move it. */
  clock(): Date
}
