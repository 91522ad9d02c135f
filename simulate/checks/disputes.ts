import type pg from 'pg'
import { assertSame } from '../action.ts'

/**
 * An open dispute covers what its bank demands, except for what went back otherwise or is under way: so nobody loses that amount, also if a
 * refund fails meanwhile.
 */
export async function checkDisputes(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ amount: number; due: number }>(
    `select dispute.amount_kobo::float8 as amount, least(dispute.claimed_kobo, payment.amount_kobo - payment.refunded_kobo - coalesce((
       select sum(amount_kobo) from refunds
       where merchant_id = payment.merchant_id and payment_id = payment.id
         and (status in ('processing', 'needs_attention') or (status = 'pending' and paid_late_at is not null))
     ), 0))::float8 as due
     from disputes dispute join payments payment on payment.merchant_id = dispute.merchant_id and payment.id = dispute.payment_id
     where dispute.resolved_at is null`,
  )
  for (const { amount, due } of rows) assertSame('disputes', 'What an open dispute covers', amount, due)
}
