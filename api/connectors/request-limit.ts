import { setTimeout as wait } from 'node:timers/promises'
import type { Tx } from '../database/connect.ts'
import { isInBackground } from './background.ts'
import type { WriteTransaction } from './connector.ts'
import type { Processor } from './processors.ts'
import type { ProcessorSettings } from './settings.ts'

/** Limit of the requests to a processor, shared by all processes (decision 55). */
export interface RequestLimit {
  /**
   * Waits until a request may be sent.
   * @throws Error if that would take too long: nothing was sent
   */
  takeTurn(): Promise<void>
  /** The processor rejected a request because there were too many: none is sent for so long, in ms. */
  pause(forMs: number): Promise<void>
}

/** Requests a second to a processor that sets no other limit in its settings. */
const defaultPerSecond = 20
/** Unused time that may be used at once later, in ms. */
const savedMs = 2_000
/** Longest wait of a request that a person waits for, in ms. */
const longestWaitMs = 3_000
/** Requests of jobs leave this much of the saved time, in ms. */
const leftForPayersMs = 1_000
/** How long a request of a job attempts to get a turn, and the mean pause between two attempts, in ms. After that the job is repeated later. */
const jobAttemptsMs = 5_000
const jobPauseMs = 400
/** Longest pause that a processor can ask for, in ms. */
const longestPauseMs = 60_000

/**
 * Requests a second that `<PROCESSOR>_REQUESTS_PER_SECOND` allows.
 * @throws Error that names the setting, unless it is a whole number from 1 to 10,000
 */
export function readRequestsPerSecond(processor: Processor, settings: ProcessorSettings): number {
  const name = `${processor.toUpperCase()}_REQUESTS_PER_SECOND`
  const given = settings[name]
  if (given === undefined) return defaultPerSecond
  const perSecond = /^\d{1,5}$/.test(given) ? Number(given) : 0
  if (perSecond >= 1 && perSecond <= 10_000) return perSecond
  throw new Error(`${name} is "${given}"; it must be a whole number from 1 to 10000`)
}

/** Requests to take a turn. `isForPayer`: a person waits for it. */
interface Turn {
  processor: Processor
  perSecond: number
  isForPayer: boolean
}

export const openRequestLimit = (
  write: WriteTransaction,
  { processor, perSecond }: Pick<Turn, 'processor' | 'perSecond'>,
): RequestLimit => ({
  async takeTurn() {
    const isForPayer = !isInBackground()
    const lastAttemptAt = Date.now() + (isForPayer ? 0 : jobAttemptsMs)
    for (;;) {
      const waitMs = await write(({ tx }) => reserveTurn(tx, { processor, perSecond, isForPayer }))
      if (waitMs !== undefined) {
        if (waitMs > 0) await wait(waitMs)
        return
      }
      if (Date.now() >= lastAttemptAt)
        throw new Error(`There are too many requests to ${processor}. This one was not sent`)
      await wait(jobPauseMs * (0.5 + Math.random()))
    }
  },
  pause: (forMs) => write(({ tx }) => pauseRequests(tx, processor, forMs)),
})

/**
 * Reserves the next turn, one interval after the last one. Returns how long to wait for it, in ms; undefined if that is too long. Only a
 * statement that reserves something locks the row, until its transaction ends.
 */
export const reserveTurn = async (tx: Tx, turn: Turn): Promise<number | undefined> =>
  (await reserveNext(tx, turn)) ?? ((await reserveFirst(tx, turn)) ? 0 : reserveNext(tx, turn))

async function reserveNext(tx: Tx, { processor, perSecond, isForPayer }: Turn): Promise<number | undefined> {
  const values = [processor, 1000 / perSecond, savedMs, isForPayer ? longestWaitMs : leftForPayersMs - savedMs]
  const { rows } = await tx.$client.query<{ waitMs: number }>({
    name: 'processor_turn_reserve',
    text: `
      update processor_turns
      set next_at = greatest(next_at, clock_timestamp() - $3 * interval '1 ms') + $2 * interval '1 ms'
      where processor = $1
        and greatest(next_at, clock_timestamp() - $3 * interval '1 ms') <= clock_timestamp() + $4 * interval '1 ms'
      returning (extract(epoch from next_at - clock_timestamp()) * 1000 - $2)::double precision as "waitMs"`,
    values,
  })
  return rows[0] && Math.max(0, rows[0].waitMs)
}

/** The first turn of a processor ever; false if it is not the first. */
async function reserveFirst(tx: Tx, { processor, perSecond }: Turn): Promise<boolean> {
  const { rowCount } = await tx.$client.query({
    name: 'processor_turn_first',
    text: `
      insert into processor_turns (processor, next_at)
      values ($1, clock_timestamp() + ($2::double precision - $3) * interval '1 ms') on conflict do nothing`,
    values: [processor, 1000 / perSecond, savedMs],
  })
  return rowCount === 1
}

async function pauseRequests(tx: Tx, processor: Processor, forMs: number): Promise<void> {
  await tx.$client.query({
    name: 'processor_turns_pause',
    text: `
      insert into processor_turns as turns (processor, next_at) values ($1, clock_timestamp() + $2 * interval '1 ms')
      on conflict (processor) do update set next_at = greatest(turns.next_at, excluded.next_at)`,
    values: [processor, Math.min(forMs, longestPauseMs)],
  })
}

/** A number above this is an instant in seconds, and no duration. */
const firstInstantSeconds = 1_000_000_000

/** How long a response with status 429 asks to wait, in ms; a second if it does not say. */
export function readPauseMs(headers: Headers, nowMs = Date.now()): number {
  const given = headers.get('retry-after') ?? headers.get('x-ratelimit-reset') ?? '1'
  const seconds = Number(given)
  const givenMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(given)
  const ms = seconds < firstInstantSeconds ? givenMs : givenMs - nowMs
  return Number.isFinite(ms) ? Math.max(1_000, Math.min(ms, longestPauseMs)) : 1_000
}
