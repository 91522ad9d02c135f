import { drain, runNow } from './drain.ts'
import { openRemains } from './remains.ts'

// A process that gathers takings and pays what is due until nothing is, at the hour it is given, for whoever ends it in the middle.
const { runtime, forward } = await openRemains(process.env.DATABASE_URL!, process.env.DATA_DIR!)
forward(Number(process.env.AHEAD_MS))
await runNow(runtime, 'gather-settlements')
await runNow(runtime, 'pay-settlements')
await drain(runtime)
await runtime.live.close()
await runtime.database.close()
