import { openCrashedDatabase } from './crashed-database.ts'
import { drainOutbox, runNow } from './drain.ts'

// A process that gathers takings and pays what is due until nothing is, at the hour it is given, for whoever ends it in the middle.
const { runtime, forward } = await openCrashedDatabase(process.env.DATABASE_URL!, process.env.DATA_DIR!)
forward(Number(process.env.CLOCK_OFFSET_MS))
await runNow(runtime, 'create-settlements')
await runNow(runtime, 'pay-settlements')
await drainOutbox(runtime)
await runtime.live.close()
await runtime.database.close()
