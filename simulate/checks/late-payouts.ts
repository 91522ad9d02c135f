import type pg from 'pg'
import { assertSame, assertThat, type SimulationScene } from '../action.ts'

/** What an owner has twice of payouts that were paid after they had come back is taken, once, and before anything more is sent. */
export async function checkLatePayouts({ model }: SimulationScene, db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ due: number; taken: number; posted: number; isUndone: boolean; later: number }>(
    `select (late.amount_kobo + late.duty_kobo)::float8 as due, late.taken_kobo::float8 as taken,
            late.undone_at is not null as "isUndone",
            (select coalesce(-sum(line.amount_kobo), 0) from ledger_entries entry
             join ledger_lines line on line.entry_id = entry.id
             join ledger_accounts account on account.id = line.account_id and account.owner = late.owner_id::text
             where entry.reference like 'payout_late:' || late.settlement_id || ':' || late.attempt || ':%')::float8 as posted,
            (select count(*) from payouts payout join settlements settlement
               on settlement.merchant_id = payout.merchant_id and settlement.id = payout.settlement_id
             where settlement.owner_id = late.owner_id and payout.requested_at > late.paid_at)::float8 as later
     from late_payouts late`,
  )
  for (const { due, taken, posted, isUndone, later } of rows) {
    assertSame('late payouts', 'What the ledger took for a late payout', posted, taken)
    assertThat('late payouts', taken <= due, () => `${taken} kobo were taken for a late payout of ${due}`)
    if (isUndone) assertSame('late payouts', 'What was taken for a payout that came back again', taken, 0)
    else
      assertThat(
        'late payouts',
        taken === due || later === 0,
        () => `${later} payouts were sent to an owner who still had ${due - taken} kobo twice`,
      )
  }
  const { rows: unknown } = await db.query<{ reference: string; sentAt: Date }>(
    `select payout.reference, next.requested_at as "sentAt" from payouts payout
     join sandbox_transfers sent on sent.reference = payout.reference and sent.status = 'paid'
     join payouts next on next.merchant_id = payout.merchant_id and next.settlement_id = payout.settlement_id
       and next.attempt > payout.attempt
     where payout.status = 'returned' and payout.settlement_id <> all($1) and not exists (
       select from late_payouts late
       where late.merchant_id = payout.merchant_id and late.settlement_id = payout.settlement_id
         and late.attempt = payout.attempt and late.undone_at is null)`,
    [[...model.simulatedSettlements]],
  )
  for (const { reference, sentAt } of unknown)
    assertThat(
      'late payouts',
      sentAt.getTime() < model.changedPayouts.get(reference)!,
      () => 'A settlement was sent again although the bank had paid it since',
    )
}
