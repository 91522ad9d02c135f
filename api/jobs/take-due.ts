import type { Tx } from '../database/connect.ts'

/** An outbox message that is due. */
export interface OutboxMessage {
  id: string
  job: string
  payload: unknown
  key: string | null
  merchantId: string | null
}

/** SQL condition: the clock of the message's business is not being moved. While it is, the move takes the messages of that business. */
export const isClockStill = `not exists (
  select from test_clocks clock where clock.merchant_id = outbox.merchant_id and clock.move_id is not null
)`

/** Rows of the outbox that are due by the wall clock `$1`, without those of a business whose clock is moving. */
export const dueOnWallClock = `from outbox where run_at <= $1 and ${isClockStill}`

const clocksWithOffset = 'from test_clocks clock'
const isOnOffset = 'clock.offset_ms > 0 and clock.move_id is null'
const dueForClock = `
  from outbox where outbox.merchant_id = clock.merchant_id and run_at > $1
    and run_at <= $1::timestamptz + clock.offset_ms * interval '1 millisecond'`

/** Businesses with messages that are due only on their own clock. */
export const dueOnClockOffset = `${clocksWithOffset} where ${isOnOffset} and exists (select ${dueForClock})`

/**
 * Takes due messages out of the outbox: first the oldest by the wall clock, then those due only on the clocks of the few
 * businesses with a clock offset. Messages of a business whose clock is moving are skipped: the move takes them.
 */
export async function takeDue(tx: Tx, now: Date, limit: number): Promise<OutboxMessage[]> {
  const { rows } = await tx.$client.query<OutboxMessage>({
    name: 'take_due',
    text: `
      with on_wall_clock as (
        select id ${dueOnWallClock} order by run_at, id limit $2 for update skip locked
      ), on_clock_offset as (
        select due.id
        ${clocksWithOffset} cross join lateral (
          select id ${dueForClock} order by run_at, id limit $2 for update skip locked
        ) due
        where ${isOnOffset}
        limit $2
      )
      delete from outbox where id in (select id from on_wall_clock union all select id from on_clock_offset)
      returning id, job, payload, key, merchant_id as "merchantId"`,
    values: [now, limit],
  })
  return rows
}
