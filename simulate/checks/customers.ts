import type pg from 'pg'
import { assertSame } from '../action.ts'

/** What a customer has paid is the sum of their sales, less what went back. */
export async function checkCustomers(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ paid: number; sum: number }>(
    `select customer.paid_kobo::float8 as paid, coalesce(sum(amount_kobo - refunded_kobo), 0)::float8 as sum
     from customers customer left join payments payment on payment.merchant_id = customer.merchant_id
       and payment.customer_email = customer.email and not payment.is_card_check
       and payment.status in ('success', 'partially_refunded', 'refunded', 'reversed')
     group by customer.merchant_id, customer.id`,
  )
  for (const { paid, sum } of rows) assertSame('customers', 'What a customer has paid', paid, sum)
}
