import type { Tx } from '../database/connect.ts'

/** A promise that has become due. */
export interface OutboxMessage {
  id: string
  job: string
  payload: unknown
  key: string | null
  merchantId: string | null
}

/**
 * Takes what is due out of the outbox, each by the time of its business: the oldest by the world's time, then of the few
 * businesses that live ahead of it. What a business whose clock is being moved has promised is left to the move.
 */
export async function takeDue(tx: Tx, now: Date, most: number): Promise<OutboxMessage[]> {
  const { rows } = await tx.$client.query<OutboxMessage>({
    name: 'take_due',
    text: `
      with world as (
        select id from outbox
        where run_at <= $1 and not exists (
          select from test_clocks clock where clock.merchant_id = outbox.merchant_id and clock.move_id is not null
        )
        order by run_at, id limit $2 for update skip locked
      ), ahead as (
        select promised.id
        from test_clocks clock cross join lateral (
          select id from outbox
          where outbox.merchant_id = clock.merchant_id and run_at > $1
            and run_at <= $1::timestamptz + clock.offset_ms * interval '1 millisecond'
          order by run_at, id limit $2 for update skip locked
        ) promised
        where clock.offset_ms > 0 and clock.move_id is null
        limit $2
      )
      delete from outbox where id in (select id from world union all select id from ahead)
      returning id, job, payload, key, merchant_id as "merchantId"`,
    values: [now, most],
  })
  return rows
}
