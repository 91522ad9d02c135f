import { setTimeout as wait } from 'node:timers/promises'
import { findBusinessOfWork, isInBackground } from '../current-work.ts'
import type { Tx } from '../database/connect.ts'
import { turnTaken } from '../metrics/measurements.ts'
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
/** Part of the limit that a business may always use. */
const fairShare = 1 / 4
/** Requests of a business above its fair share leave this much more of the saved time to others, in ms. */
const leftForOthersMs = 500
/** How long a request of a job attempts to get a turn, and the mean pause between two attempts, in ms. After that the job is repeated later. */
const jobAttemptsMs = 5_000
const attemptPauseMs = 400
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

/**
 * Requests to take a turn. `isForPayer`: a person waits for it, at most `waitMs`. `merchantId`: the business whose fair share it uses, if it is
 * known.
 */
interface Turn {
  processor: Processor
  perSecond: number
  isForPayer: boolean
  waitMs?: number
  merchantId?: string | undefined
}

/**
 * `waitMs`: how long to wait for the turn; null if that is too long. `isOverFairShare`: the business has used up its fair share. `isFirst`: the
 * processor had no turn yet.
 */
interface Reservation {
  waitMs: number | null
  isOverFairShare: boolean
  isFirst: boolean
}

export const openRequestLimit = (
  write: WriteTransaction,
  { processor, perSecond }: Pick<Turn, 'processor' | 'perSecond'>,
): RequestLimit => ({
  async takeTurn() {
    const isForPayer = !isInBackground()
    const startedAt = performance.now()
    const record = (outcome: 'sent' | 'not_sent', isOverFairShare: boolean) =>
      turnTaken.record({
        processor,
        caller: isForPayer ? 'payer' : 'job',
        fairShare: isOverFairShare ? 'over' : 'within',
        outcome,
        seconds: (performance.now() - startedAt) / 1000,
      })
    for (;;) {
      const waitMs = longestWaitMs - (performance.now() - startedAt)
      const turn = { processor, perSecond, isForPayer, waitMs, merchantId: findBusinessOfWork() }
      const reserved = await write(({ tx }) => reserveTurn(tx, turn))
      if (reserved.waitMs !== null) {
        if (reserved.waitMs > 0) await wait(reserved.waitMs)
        return record('sent', reserved.isOverFairShare)
      }
      // Payers try again only while their own business asks for too much: then turns are left for others.
      const attemptsMs = isForPayer ? (reserved.isOverFairShare ? longestWaitMs : 0) : jobAttemptsMs
      if (performance.now() - startedAt >= attemptsMs) {
        record('not_sent', reserved.isOverFairShare)
        throw new Error(`There are too many requests to ${processor}. This one was not sent`)
      }
      await wait(attemptPauseMs * (0.5 + Math.random()))
    }
  },
  pause: (forMs) => write(({ tx }) => pauseRequests(tx, processor, forMs)),
})

/**
 * Reserves the next turn, one interval after the last one. Only a statement that reserves something locks the row, until its transaction
 * ends.
 */
export async function reserveTurn(tx: Tx, turn: Turn): Promise<Reservation> {
  const reserved = await reserveNext(tx, turn)
  if (!reserved.isFirst) return reserved
  return (await reserveFirst(tx, turn)) ? { ...reserved, waitMs: 0 } : reserveNext(tx, turn)
}

/** Key of the row that has the turns of a business alone. */
const toShareKey = ({ processor, merchantId = '' }: Turn) => `${processor}:${merchantId}`

async function reserveNext(tx: Tx, turn: Turn): Promise<Reservation> {
  const { processor, perSecond, isForPayer, merchantId, waitMs = longestWaitMs } = turn
  const aheadMs = isForPayer ? waitMs : leftForPayersMs - savedMs
  const aheadOverFairShareMs = (isForPayer ? 0 : leftForPayersMs - savedMs) - leftForOthersMs
  const intervalMs = 1000 / perSecond
  const { rows } = await tx.$client.query<Reservation>({
    name: merchantId ? 'processor_turn_reserve_of_business' : 'processor_turn_reserve',
    text: merchantId ? reserveOfBusiness : reserveOfNobody,
    values: [
      ...[processor, intervalMs, savedMs, aheadMs],
      ...(merchantId ? [toShareKey(turn), aheadOverFairShareMs, intervalMs / fairShare] : []),
    ],
  })
  return rows[0]!
}

/** An instant so many milliseconds from now, by a parameter of the statement. */
const inMs = (parameter: string) => `clock_timestamp() + ${parameter}::double precision * interval '1 ms'`
const saved = "clock_timestamp() - $3::double precision * interval '1 ms'"

/** Moves the next turn of a processor by an interval, if it is not further ahead than the limit. */
const moveTurn = (limitMs: string) => `
  update processor_turns set next_at = greatest(next_at, ${saved}) + $2::double precision * interval '1 ms'
  where processor = $1 and greatest(next_at, ${saved}) <= ${inMs(limitMs)}
  returning next_at`

const selectReservation = (isOverFairShare: string) => `
  select case when turn.next_at is not null
      then greatest(0, extract(epoch from turn.next_at - clock_timestamp()) * 1000 - $2)::double precision end as "waitMs",
    ${isOverFairShare} as "isOverFairShare", not exists (select from processor_turns where processor = $1) as "isFirst"
  from (select) one left join turn on true`

const reserveOfNobody = `with turn as (${moveTurn('$4')}) ${selectReservation('false')}`

/** The same for a turn of a business, which also moves the row of the business, at most as far ahead as time can be saved. */
const reserveOfBusiness = `
  with own_turn as (select next_at > clock_timestamp() as is_over from processor_turns where processor = $5),
  turn as (${moveTurn('(case when (select is_over from own_turn) then $6 else $4 end)')}),
  counted as (
    insert into processor_turns as own (processor, next_at)
    select $5, ${saved} + $7::double precision * interval '1 ms' from turn
    on conflict (processor) do update set next_at =
      least(greatest(own.next_at, ${saved}) + $7::double precision * interval '1 ms', ${inMs('$3')})
  )
  ${selectReservation('coalesce((select is_over from own_turn), false)')}`

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
