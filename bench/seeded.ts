// Database of the benchmarks: a PostgreSQL server in its own folder with many payments, seeded once.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../api/config.ts'
import { connectDatabase, type Database } from '../api/database/connect.ts'
import { startEmbedded } from '../api/database/embedded.ts'
import { migrateDatabase } from '../api/database/migrate.ts'
import { openSigner } from '../api/features/auth/access-token.ts'
import { openStores } from '../api/files/stores.ts'
import { openLive } from '../api/jobs/live.ts'
import { closeChildren } from './child.ts'
import { type SeededData, seedLists } from './list-seed.ts'
import { paymentCount } from './list-size.ts'

export interface SeededBench {
  url: string
  dataDir: string
  database: Database
  seeded: SeededData
}

export const printLine = (line: string) => console.log(line)

/** Runs `callback` on the seeded database, which `BENCH_DATA_DIR` keeps for a day, then stops all processes it started. */
export async function withSeeded(
  callback: (bench: SeededBench) => Promise<void>,
  givenDataDir = process.env.BENCH_DATA_DIR,
): Promise<void> {
  const dataDir = givenDataDir ?? (await mkdtemp(join(tmpdir(), 'adire-bench-')))
  printLine('• Starting a database')
  const file = join(dataDir, 'seeded.json')
  try {
    if (!existsSync(file)) await seedInto(dataDir, file)
    await withServer(dataDir, async (url, database) => {
      await migrateDatabase(url)
      const seeded = JSON.parse(readFileSync(file, 'utf8')) as SeededData
      await callback({ url, dataDir, database, seeded }).finally(closeChildren)
    })
  } finally {
    if (!givenDataDir) await rm(dataDir, { recursive: true, force: true })
  }
}

async function withServer(dataDir: string, callback: (url: string, database: Database) => Promise<void>) {
  const { url, stop } = await startEmbedded({ dataDir })
  const database = connectDatabase({ url, statementTimeoutMs: 600_000 })
  try {
    await callback(url, database)
  } finally {
    await database.close()
    await stop()
  }
}

/** Seeds with the least possible write-ahead log, then restores the server's own settings. */
async function seedInto(dataDir: string, file: string): Promise<void> {
  await withServer(dataDir, async (_, database) => {
    for (const setting of ['wal_level = minimal', 'max_wal_senders = 0', 'fsync = off'])
      await database.writeStatement((tx) => tx.$client.query(`alter system set ${setting}`))
  })
  await withServer(dataDir, async (url, database) => {
    await migrateDatabase(url)
    const seeded = await seed(url, dataDir, database)
    await database.writeStatement((tx) => tx.$client.query('alter system reset all'))
    writeFileSync(file, JSON.stringify(seeded))
  })
}

async function seed(url: string, dataDir: string, database: Database): Promise<SeededData> {
  printLine(`• Seeding ${paymentCount.toLocaleString('en')} payments`)
  const live = openLive(url)
  const seeded = await seedLists(
    {
      config: readConfig({ DATA_DIR: dataDir }),
      database,
      signer: await openSigner(dataDir),
      ...(await openStores(dataDir)),
      live,
      clock: () => new Date(),
    },
    printLine,
  )
  await live.close()
  return seeded
}
