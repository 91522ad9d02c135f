import pg from 'pg'
import type { Chance } from './chance.ts'
import type { Task } from './gate.ts'

type Place = 'runs' | 'waits' | 'over'

interface Lane {
  task: Task
  place: Place
  /** Lets it send the statement it waits with. */
  go: () => void
  /** The connection its last statement went to. */
  client: pg.Client | undefined
}

/** After so long without an answer PostgreSQL is asked whether the statement waits for a lock. */
const askAfterMs = 20

/**
 * Does several things at the same time, and lets `chance` decide before each statement whose turn it is: so the order of their
 * statements is decided by the seed and not by the machine. A statement that waits for a lock of another is left waiting.
 */
export async function interleave(
  chance: Chance,
  adminUrl: string,
  works: readonly { task: Task; run(): Promise<unknown> }[],
): Promise<void> {
  let changed = () => {}
  const lanes = works.map(({ task }): Lane => {
    const lane: Lane = { task, place: 'runs', go: () => {}, client: undefined }
    task.turn = (client) =>
      new Promise((resolve) => {
        Object.assign(lane, { place: 'waits', go: resolve, client })
        changed()
      })
    return lane
  })
  const running = works.map(async ({ run }, place) => {
    try {
      await run()
    } finally {
      lanes[place]!.place = 'over'
      changed()
    }
  })
  const ended = Promise.allSettled(running)
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    for (;;) {
      await settled(admin, lanes, (told) => {
        changed = told
      })
      const ready = lanes.filter(({ place }) => place === 'waits')
      if (ready.length === 0) break
      const lane = chance.pick(ready)
      lane.place = 'runs'
      lane.go()
    }
    await ended
    // What the first that failed threw.
    await Promise.all(running)
  } finally {
    for (const lane of lanes) lane.task.turn = undefined
    await admin.end()
  }
}

/** Until each has asked for its next turn, is over, or waits for a lock. */
async function settled(admin: pg.Client, lanes: readonly Lane[], onChange: (told: () => void) => void): Promise<void> {
  for (;;) {
    const open = lanes.filter(({ place }) => place === 'runs')
    if (open.length === 0) return
    const hasChanged = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(resolve, askAfterMs, false)
      onChange(() => {
        clearTimeout(timer)
        resolve(true)
      })
    })
    if (hasChanged) continue
    const left = lanes.filter(({ place }) => place === 'runs')
    const waits = lanes.some(({ place }) => place === 'waits')
    if (waits && (await allBlocked(admin, left))) return
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
