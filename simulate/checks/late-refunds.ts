import type pg from 'pg'
import { assertSame, assertThat, type SimulationScene } from '../action.ts'

/**
 * The ledger has each refund once while its payer has the money, and not at all otherwise, however often the bank changes it; and no payment
 * is refunded again before the bank was asked for the refunds of it that failed.
 */
export async function checkLateRefunds({ model }: SimulationScene, db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ status: string; amount: number; given: number }>(
    `select refund.status, refund.amount_kobo::float8 as amount, coalesce((
       select sum(line.amount_kobo) from ledger_entries entry
       join ledger_lines line on line.entry_id = entry.id
       join ledger_accounts account on account.id = line.account_id and account.kind = 'processor_clearing'
       where entry.reference like 'refund:' || refund.id || '%'
     ), 0)::float8 as given from refunds refund`,
  )
  for (const { status, amount, given } of rows)
    assertSame(
      'late refunds',
      `What the ledger gave for a refund of ${amount} that is ${status}`,
      given,
      ['processing', 'processed', 'needs_attention'].includes(status) ? amount : 0,
    )
  // The later one was not possible without the earlier one, so that it could be taken.
  const { rows: again } = await db.query<{ reference: string; createdAt: Date }>(
    `select failed.reference, later.created_at as "createdAt" from refunds failed
     join sandbox_refunds asked on asked.reference = failed.reference and asked.status = 'processed'
     join refunds later on later.merchant_id = failed.merchant_id and later.payment_id = failed.payment_id
       and later.created_at > failed.created_at and later.amount_kobo >= failed.amount_kobo and later.id <> failed.id
     where failed.status = 'failed' and failed.paid_late_at is null`,
  )
  for (const { reference, createdAt } of again)
    assertThat(
      'late refunds',
      createdAt.getTime() <= (model.changedRefunds.get(reference) ?? Number.POSITIVE_INFINITY),
      () => 'A payment was refunded again although the bank had paid its failed refund since',
    )
}
