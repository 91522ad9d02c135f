// The database of the benchmarks: its own server in its own folder, five million payments, seeded once.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../api/config.ts'
import { connect, type Database } from '../api/database/connect.ts'
import { startEmbedded } from '../api/database/embedded.ts'
import { migrate } from '../api/database/migrate.ts'
import { openSigner } from '../api/features/auth/access-token.ts'
import { openKeeping } from '../api/files/keeping.ts'
import { openLive } from '../api/jobs/live.ts'
import { closeChildren } from './child.ts'
import { paymentCount, type Seeded, seed } from './list-seed.ts'

export interface Bench {
  url: string
  dataDir: string
  database: Database
  seeded: Seeded
}

export const say = (line: string) => console.log(line)

/** Runs `work` on the seeded database, which `BENCH_DATA_DIR` keeps for a day, then ends all that was started. */
export async function withSeeded(work: (bench: Bench) => Promise<void>): Promise<void> {
  const kept = process.env.BENCH_DATA_DIR
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'adire-bench-')))
  say('• Starting a database')
  const { url, stop } = await startEmbedded({ dataDir })
  try {
    const database = connect({ url })
    const seeded = await seededOnce(url, dataDir, database)
    await work({ url, dataDir, database, seeded }).finally(() => database.close())
  } finally {
    await closeChildren()
    await stop()
    if (!kept) await rm(dataDir, { recursive: true, force: true })
  }
}

async function seededOnce(url: string, dataDir: string, database: Database): Promise<Seeded> {
  const file = join(dataDir, 'seeded.json')
  await migrate(url)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Seeded
  say(`• Seeding ${paymentCount.toLocaleString('en')} payments`)
  const live = openLive(url)
  const seeded = await seed(
    {
      config: readConfig({ DATA_DIR: dataDir }),
      database,
      signer: await openSigner(dataDir),
      ...(await openKeeping(dataDir)),
      live,
      clock: () => new Date(),
    },
    say,
  )
  await live.close()
  writeFileSync(file, JSON.stringify(seeded))
  return seeded
}
