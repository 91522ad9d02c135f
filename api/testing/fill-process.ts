import { fillLedgerMerchants } from '../features/settlements/fill-merchants.ts'
import { jobUnitOfWork } from '../jobs/worker.ts'
import { openCrashedDatabase } from './crashed-database.ts'

// Child process that fills the merchants of the ledger in small batches; to be killed in the middle.
const { runtime } = await openCrashedDatabase(process.env.DATABASE_URL!, process.env.DATA_DIR!)
const isDone = await fillLedgerMerchants(jobUnitOfWork(runtime), { atOnce: 100, runMs: 60_000 })
await runtime.live.close()
await runtime.database.close()
process.exitCode = isDone ? 0 : 1
