import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { readConfig } from '../config.ts'
import { connectDatabase } from '../database/connect.ts'
import { openSigner } from '../features/auth/access-token.ts'
import { openStores } from '../files/stores.ts'
import { openLive } from '../jobs/live.ts'
import type { Runtime } from '../runtime.ts'
import { atEnd } from './at-end.ts'

/** The database after a crash of the server, with a clock to move. */
export interface CrashedDatabase {
  runtime: Runtime
  forward(ms: number): void
}

export async function openCrashedDatabase(url: string, dataDir: string): Promise<CrashedDatabase> {
  let offsetMs = 0
  const database = connectDatabase({ url })
  const runtime: Runtime = {
    config: readConfig({ DATA_DIR: dataDir }),
    database,
    signer: await openSigner(dataDir),
    ...(await openStores(dataDir)),
    live: openLive(url),
    clock: () => new Date(Date.now() + offsetMs),
  }
  const forward = (ms: number) => {
    offsetMs += ms
  }
  return { runtime, forward }
}

export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'adire-crash-'))
  atEnd(t, () => rm(folder, { recursive: true, force: true }))
  return folder
}
