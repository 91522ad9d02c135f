// Database of the benchmarks: a PostgreSQL server in its own folder with five million payments, seeded once.
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
import { paymentCount, type SeededData, seedLists } from './list-seed.ts'

export interface SeededBench {
  url: string
  dataDir: string
  database: Database
  seeded: SeededData
}

export const printLine = (line: string) => console.log(line)

/** Runs `callback` on the seeded database, which `BENCH_DATA_DIR` keeps for a day, then stops all processes it started. */
export async function withSeeded(callback: (bench: SeededBench) => Promise<void>): Promise<void> {
  const givenDataDir = process.env.BENCH_DATA_DIR
  const dataDir = givenDataDir ?? (await mkdtemp(join(tmpdir(), 'adire-bench-')))
  printLine('• Starting a database')
  const { url, stop } = await startEmbedded({ dataDir })
  try {
    const database = connectDatabase({ url })
    const seeded = await seededOnce(url, dataDir, database)
    await callback({ url, dataDir, database, seeded }).finally(() => database.close())
  } finally {
    await closeChildren()
    await stop()
    if (!givenDataDir) await rm(dataDir, { recursive: true, force: true })
  }
}

async function seededOnce(url: string, dataDir: string, database: Database): Promise<SeededData> {
  const file = join(dataDir, 'seeded.json')
  await migrateDatabase(url)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as SeededData
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
  writeFileSync(file, JSON.stringify(seeded))
  return seeded
}
