import pg from 'pg'
import type { RandomSource } from './chance.ts'
import type { GateTask } from './gate.ts'

type LaneState = 'runs' | 'waits' | 'over'

interface Lane {
  task: GateTask
  state: LaneState
  /** Lets the task send the statement that waits. */
  go: () => void
  /** Connection of its last statement. */
  client: pg.Client | undefined
}

/** Time without a response after which `pg_blocking_pids` shows whether the statement waits for a lock. */
const pollAfterMs = 20

/**
 * Runs tasks concurrently. `chance` chooses the task that sends the next statement, so the order depends on the seed and not on
 * the machine. A statement that waits for another task's lock keeps waiting.
 */
export async function interleaveTasks(
  chance: RandomSource,
  adminUrl: string,
  tasks: readonly { task: GateTask; run(): Promise<unknown> }[],
): Promise<void> {
  let changed = () => {}
  const lanes = tasks.map(({ task }): Lane => {
    const lane: Lane = { task, state: 'runs', go: () => {}, client: undefined }
    task.turn = (client) =>
      new Promise((resolve) => {
        Object.assign(lane, { state: 'waits', go: resolve, client })
        changed()
      })
    return lane
  })
  const running = tasks.map(async ({ run }, index) => {
    try {
      await run()
    } finally {
      lanes[index]!.state = 'over'
      changed()
    }
  })
  const ended = Promise.allSettled(running)
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    for (;;) {
      await waitUntilIdle(admin, lanes, (listener) => {
        changed = listener
      })
      const ready = lanes.filter(({ state }) => state === 'waits')
      if (ready.length === 0) break
      const lane = chance.pick(ready)
      lane.state = 'runs'
      lane.go()
    }
    await ended
    // Rethrows the first error.
    await Promise.all(running)
  } finally {
    for (const lane of lanes) lane.task.turn = undefined
    await admin.end()
  }
}

/** Waits until each task waits for its turn, has ended, or waits for a lock. */
async function waitUntilIdle(
  admin: pg.Client,
  lanes: readonly Lane[],
  onChange: (listener: () => void) => void,
): Promise<void> {
  for (;;) {
    const open = lanes.filter(({ state }) => state === 'runs')
    if (open.length === 0) return
    const hasChanged = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(resolve, pollAfterMs, false)
      onChange(() => {
        clearTimeout(timer)
        resolve(true)
      })
    })
    if (hasChanged) continue
    const runningLanes = lanes.filter(({ state }) => state === 'runs')
    const waits = lanes.some(({ state }) => state === 'waits')
    if (waits && (await allBlocked(admin, runningLanes))) return
  }
}

async function allBlocked(admin: pg.Client, lanes: readonly Lane[]): Promise<boolean> {
  const pids = lanes.map(({ client }) => (client as unknown as { processID?: number } | undefined)?.processID)
  if (pids.some((pid) => pid === undefined)) return false
  const { rows } = await admin.query(
    `select count(*)::int as blocked from unnest($1::int[]) as lane (pid) where cardinality(pg_blocking_pids(pid)) > 0`,
    [pids],
  )
  return rows[0].blocked === lanes.length
}
