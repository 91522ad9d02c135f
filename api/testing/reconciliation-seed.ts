import type { Tx } from '../database/connect.ts'
import type { Discrepancy } from '../features/reconciliation/discrepancies.ts'

/** The twelve kinds of discrepancies that are planted, in turn. */
const planted: Discrepancy[] = [
  'missing_here',
  'missing_there',
  'amount_differs',
  'fee_differs',
  'twice',
  'wrong_day',
  'reversed',
  'unknown_reference',
  'other_currency',
  'net_of_dispute',
  'returned_transfer',
  'late_event',
]

export interface SeedOptions {
  /** Instant of the first line; the lines are spread over `days` days from it. */
  from: Date
  days: number
  /** Records of the processor, before those that are planted. Of ten, eight are charges, one a refund and one a payout. */
  lines: number
  /** One record in so many has a discrepancy. */
  every: number
}

/**
 * Writes payments, refunds and payouts of one live business, and the processor's records of them, of which some have a discrepancy.
 * Returns how many of each kind were planted.
 */
export async function seedReconciliation(tx: Tx, options: SeedOptions): Promise<Record<string, number>> {
  const { from, days, lines, every } = options
  await tx.$client.query(`set local statement_timeout = '600s'`)
  await tx.$client.query(
    `create temporary table seed on commit drop as
     select n, gen_random_uuid() as id, $1::timestamptz + ($2::int * interval '1 day') * (n::float8 / $3) as at,
       10000 + (n::bigint * 7919) % 5000000 as kobo, case n % 10 when 8 then 'refund' when 9 then 'payout' else 'charge' end as kind,
       case when n % $4::int = 0 then ($5::text[])[1 + (n / $4) % cardinality($5::text[])] end as fault
     from generate_series(0, $3::int - 1) n`,
    [from, days, lines, every, planted],
  )
  // Each kind of object has the kinds of discrepancies that it can have.
  await tx.$client.query(
    `update seed set kind = case fault when 'net_of_dispute' then 'refund' when 'returned_transfer' then 'payout' else 'charge' end
     where fault is not null`,
  )
  await tx.$client.query('analyze seed')
  const merchantId = crypto.randomUUID()
  for (const text of [paymentsText, refundsText, payoutsText]) await tx.$client.query(text, [merchantId])
  for (const text of [recordsText, secondRecordsText]) await tx.$client.query(text)
  const { rows } = await tx.$client.query<{ fault: string; count: number }>(
    'select fault, count(*) as count from seed where fault is not null group by fault',
  )
  return Object.fromEntries(rows.map(({ fault, count }) => [fault, count]))
}

/** A payment for each charge and refund, except of charges that only the processor has. */
const paymentsText = `
  insert into payments (merchant_id, id, reference, access_code, status, step, channel, price_kobo, amount_kobo, fee_bearer,
    customer_email, processor, processor_reference, created_at, expires_at, paid_at)
  select $1, id, 'pay_' || n, 'seed-' || n, case fault when 'late_event' then 'processing' else 'success' end, 'success', 'card', kobo,
    kobo, 'merchant', 'payer@example.com', 'paystack', 'pay-' || n, at, at,
    case when fault = 'late_event' then null when fault = 'wrong_day' then at + interval '26 hours' else at end
  from seed
  where kind in ('charge', 'refund') and fault is distinct from 'missing_here' and fault is distinct from 'unknown_reference'`

const refundsText = `
  insert into refunds (merchant_id, payment_id, reference, amount_kobo, status, reason, requested_by_kind, requested_by, created_at,
    processed_at)
  select $1, id, 'rfd_' || n, kobo / 2, 'processed', 'duplicate', 'system', 'seed', at, at
  from seed where kind = 'refund' and fault is null`

const payoutsText = `
  insert into payouts (merchant_id, settlement_id, attempt, processor, reference, bank_id, account_number, amount_kobo,
    stamp_duty_kobo, stamp_duty_bearer, status, requested_at, ended_at)
  select $1, id, 1, 'paystack', 'stl-' || n, 1, '0000000017', kobo, 0, 'merchant', 'paid', at, at
  from seed where kind = 'payout'`

const recordColumns = `processor, kind, record_id, reference, charge_reference, charge_id, amount_kobo, currency, fee_kobo,
    expected_fee_kobo, status, is_of_dispute, at, booked_fee_kobo, booked_transfer_kobo, imported_at`

/** The record of each charge and payout, and of the charge of each refund. */
const recordsText = `
  insert into processor_records (${recordColumns})
  select 'paystack', case kind when 'payout' then 'payout' else 'charge' end, 'r' || n,
    case when kind = 'payout' then 'stl-' || n when fault = 'unknown_reference' then 'order-' || n else 'pay-' || n end,
    case when kind <> 'payout' then 'pay-' || n || '.c' end, null,
    kobo + case fault when 'amount_differs' then 100 else 0 end, case fault when 'other_currency' then 'USD' else 'NGN' end,
    100 + case fault when 'fee_differs' then 1 else 0 end, 100,
    case fault when 'reversed' then 'reversed' when 'returned_transfer' then 'reversed' else 'success' end, false, at, 0, 0, at
  from seed where fault is distinct from 'missing_there'`

/** The records of refunds, those of disputes that were not lost, and second charges. */
const secondRecordsText = `
  insert into processor_records (${recordColumns})
  select 'paystack', case fault when 'twice' then 'charge' else 'refund' end, 's' || n,
    case when fault = 'twice' then 'pay-' || n when fault is null then 'rfd_' || n end,
    case fault when 'twice' then 'pay-' || n || '.t' end, case when kind = 'refund' then 'r' || n end,
    case fault when 'twice' then kobo else kobo / 2 end, 'NGN', case fault when 'twice' then 100 else 0 end,
    case fault when 'twice' then 100 end, 'success', fault is not distinct from 'net_of_dispute', at + interval '1 second', 0, 0, at
  from seed where kind = 'refund' or fault = 'twice'`
