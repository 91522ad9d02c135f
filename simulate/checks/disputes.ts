import type pg from 'pg'
import { assertSame, assertThat } from '../action.ts'

/** SQL: what can still go back of a row `payment`, in kobo, without refunds that are done, sent or paid late. */
const leftText = `(payment.amount_kobo - payment.refunded_kobo - coalesce((
  select sum(amount_kobo) from refunds
  where merchant_id = payment.merchant_id and payment_id = payment.id
    and (status in ('processing', 'needs_attention') or (status = 'pending' and paid_late_at is not null))
), 0))`

/**
 * An open dispute covers what its bank demands, except for what went back otherwise or is under way, and a lost one what the bank took: so
 * nobody loses that amount, also if a refund fails meanwhile.
 */
export async function checkDisputes(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ isOpen: boolean; amount: number; claimed: number; lost: number; left: number }>(
    `select dispute.resolved_at is null as "isOpen", dispute.amount_kobo::float8 as amount,
            dispute.claimed_kobo::float8 as claimed, dispute.lost_kobo::float8 as lost, ${leftText}::float8 as left
     from disputes dispute join payments payment on payment.merchant_id = dispute.merchant_id and payment.id = dispute.payment_id
     where dispute.resolved_at is null or dispute.resolution in ('lost', 'declined', 'auto_accepted')`,
  )
  for (const { isOpen, amount, claimed, lost, left } of rows)
    if (isOpen) assertSame('disputes', 'What an open dispute covers', amount, Math.min(claimed, left))
    else
      assertThat(
        'disputes',
        lost === claimed || left === 0,
        () => `Of ${claimed} kobo that a bank took ${lost} are lost, and ${left} of the payment are left`,
      )
}
