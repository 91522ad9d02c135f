import { readConfig } from '../config.ts'
import { connectDatabase } from '../database/connect.ts'
import { openSigner } from '../features/auth/access-token.ts'
import { renewDue } from '../features/subscriptions/jobs.ts'
import { openStores } from '../files/stores.ts'
import { openLive } from '../jobs/live.ts'
import { jobUnitOfWork } from '../jobs/worker.ts'
import type { Runtime } from '../runtime.ts'

// Child process that renews subscriptions until none is due, to be measured or killed. Sends its progress.
const config = readConfig(process.env)
const database = connectDatabase({ url: process.env.DATABASE_URL!, writers: 8 })
const runtime: Runtime = {
  config,
  database,
  signer: await openSigner(config.dataDir),
  ...(await openStores(config.dataDir)),
  live: openLive(process.env.DATABASE_URL!),
  clock: () => new Date(),
}
for (;;) {
  const done = await renewDue(jobUnitOfWork(runtime))
  process.send?.({ done, residentMb: Math.round(process.memoryUsage.rss() / 1e6) })
  if (done === 0) break
}
await runtime.live.close()
await database.close()
process.disconnect?.()
