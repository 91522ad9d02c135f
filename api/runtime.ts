import type { Config } from './config.ts'
import type { Database } from './database/connect.ts'
import type { Signer } from './features/auth/access-token.ts'

/** What one process holds for its whole life. */
export interface Runtime {
  config: Config
  database: Database
  signer: Signer
  /** The present instant. Tests move it. */
  clock(): Date
}
