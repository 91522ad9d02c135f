// The whole API, as in api/main.ts, without the worker: jobs are no part of a list request.
import { openApp } from '../api/app.ts'
import { readConfig } from '../api/config.ts'
import { connectDatabase } from '../api/database/connect.ts'
import { openSigner } from '../api/features/auth/access-token.ts'
import { openStores } from '../api/files/stores.ts'
import { openLog } from '../api/http/log.ts'
import { openLive } from '../api/jobs/live.ts'

const config = readConfig({ ...process.env, REQUESTS_PER_SECOND: '0' })
const database = connectDatabase({ url: config.databaseUrl! })
const signer = await openSigner(config.dataDir)
const app = await openApp(
  {
    config,
    database,
    signer,
    ...(await openStores(config.dataDir)),
    live: openLive(database.url),
    clock: () => new Date(),
  },
  openLog(config),
)
const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.(Number(new URL(address).port))
process.on('disconnect', () => process.exit(0))
