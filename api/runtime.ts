import type { Config } from './config.ts'
import type { Database } from './database/connect.ts'
import type { Signer } from './features/auth/access-token.ts'
import type { Media } from './files/media.ts'
import type { FileStore } from './files/store.ts'
import type { Vault } from './files/vault.ts'
import type { Live } from './jobs/live.ts'

/** What one process holds for its whole life. */
export interface Runtime {
  config: Config
  database: Database
  signer: Signer
  vault: Vault
  files: FileStore
  media: Media
  /** What is announced, for the dashboards that are open. */
  live: Live
  /** The present instant. Tests move it. */
  clock(): Date
}
