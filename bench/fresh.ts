// A migrated, empty database in its own folder, for benchmarks that write.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../api/config.ts'
import { connectDatabase } from '../api/database/connect.ts'
import { startEmbedded } from '../api/database/embedded.ts'
import { migrateDatabase } from '../api/database/migrate.ts'
import { openSigner } from '../api/features/auth/access-token.ts'
import { openStores } from '../api/files/stores.ts'
import { openLive } from '../api/jobs/live.ts'
import type { Runtime } from '../api/runtime.ts'
import { postgresCpu, readPostmasterPid } from './cpu.ts'

export interface FreshDatabase {
  runtime: Runtime
  url: string
  dataDir: string
  /** CPU time of the database so far, in microseconds. */
  postgres(): number
}

/** Runs `callback` on a new database; with `at`, the clock is fixed at that time. */
export async function withFresh(callback: (fresh: FreshDatabase) => Promise<void>, at?: Date): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'adire-bench-'))
  const { url, stop } = await startEmbedded({ dataDir })
  try {
    await migrateDatabase(url)
    const live = openLive(url)
    const database = connectDatabase({ url, statementTimeoutMs: 3_600_000 })
    const runtime = {
      config: readConfig({ DATA_DIR: dataDir, DEMO: 'off' }),
      database,
      signer: await openSigner(dataDir),
      ...(await openStores(dataDir)),
      live,
      clock: () => at ?? new Date(),
    }
    const postmaster = readPostmasterPid(dataDir)
    await callback({ runtime, url, dataDir, postgres: () => postgresCpu(postmaster) }).finally(async () => {
      await live.close()
      await database.close()
    })
  } finally {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** CPU time of this process so far, in microseconds. */
export const processCpuMicros = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}
