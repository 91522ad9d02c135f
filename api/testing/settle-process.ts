import { openCrashedDatabase } from './crashed-database.ts'
import { drainOutbox, runNow } from './drain.ts'

// Child process that creates and pays settlements until none is due, at a given clock offset; to be killed in the middle.
const { runtime, forward } = await openCrashedDatabase(process.env.DATABASE_URL!, process.env.DATA_DIR!)
forward(Number(process.env.CLOCK_OFFSET_MS))
await runNow(runtime, 'create-settlements')
await runNow(runtime, 'pay-settlements')
await drainOutbox(runtime)
await runtime.live.close()
await runtime.database.close()
