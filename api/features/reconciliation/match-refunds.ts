import { isRepeatedText, recordsText, returnPrefix } from './match-charges.ts'

/** Compares refunds at the processor with ours, those of disputes with what was lost, and returns with the charges that paid nothing. */
export const refundsText = `
  with record as materialized (${recordsText('refund')}), refund as materialized (
    select id, reference, amount_kobo, status, created_at from refunds where reference in (select reference from record)
  ), charge as materialized (
    select * from processor_records
    where processor = $1 and kind = 'charge' and record_id in (select charge_id from record)
  ), payment as materialized (
    select merchant_id, id, processor_reference, paid_at from payments
    where processor = $1 and processor_reference in (select reference from charge)
  ), dispute as materialized (
    select payment_id, sum(lost_kobo) as lost_kobo from disputes
    where (merchant_id, payment_id) in (select merchant_id, id from payment) group by merchant_id, payment_id
  ), taken as materialized (
    select refund.id, refund.reference, refund.amount_kobo, refund.created_at
    from refunds refund join payments payment on payment.merchant_id = refund.merchant_id and payment.id = refund.payment_id
    where payment.processor = $1 and refund.created_at >= $2 and refund.created_at < $3
      and refund.status in ('processing', 'needs_attention', 'processed')
  )
  select record.record_id as subject, record.reference, refund.amount_kobo as ours_kobo, record.amount_kobo as theirs_kobo,
    found.discrepancy, record.at > $4 as is_new,
    case when found.discrepancy = 'reversed' then refund.amount_kobo
         when found.discrepancy = 'amount_differs' then coalesce(refund.amount_kobo, charge.amount_kobo) - record.amount_kobo
         when found.discrepancy = 'net_of_dispute' then known.lost_kobo - record.amount_kobo
         when found.discrepancy in ('unknown_reference', 'missing_here', 'twice') then -record.amount_kobo
         else 0 end as effect_kobo
  from record
  left join refund on refund.reference = record.reference
  left join charge on charge.record_id = record.charge_id
  left join payment on payment.processor_reference = charge.reference
  left join dispute on dispute.payment_id = payment.id
  cross join lateral (
    select starts_with(coalesce(record.reference, ''), '${returnPrefix}') as is_return,
      coalesce(refund.status in ('processing', 'needs_attention', 'processed'), false) as is_taken,
      coalesce(dispute.lost_kobo, 0) as lost_kobo
  ) known
  cross join lateral (
    select case
      when record.currency <> 'NGN' then 'other_currency'
      when record.is_of_dispute then case when known.lost_kobo < record.amount_kobo then 'net_of_dispute' end
      when known.is_return then case
        when charge.record_id is null or record.reference <> '${returnPrefix}' || charge.charge_reference then 'unknown_reference'
        when record.amount_kobo <> charge.amount_kobo then 'amount_differs'
        when payment.paid_at is not null and not exists (
          select from processor_records other
          where other.processor = $1 and other.kind = 'charge' and other.reference = charge.reference
            and other.record_id <> charge.record_id
        ) then 'missing_here' end
      when refund.id is null and coalesce(record.reference, '') !~ '^rfd[^a-z0-9]' then 'unknown_reference'
      when record.status = 'failed' then case when refund.status in ('processing', 'processed') then 'reversed' end
      when refund.id is null or not known.is_taken then 'missing_here'
      when ${isRepeatedText} then 'twice'
      when refund.amount_kobo <> record.amount_kobo then 'amount_differs'
      when record.status = 'success' and refund.status <> 'processed' then 'late_event'
      when (refund.created_at at time zone 'Africa/Lagos')::date <> (record.at at time zone 'Africa/Lagos')::date
        and record.at < refund.created_at then 'wrong_day'
    end as discrepancy
  ) found
  union all
  select taken.id::text, taken.reference, taken.amount_kobo, null, 'missing_there', taken.created_at > $4, taken.amount_kobo
  from taken
  where not exists (
    select from processor_records record
    where record.processor = $1 and record.kind = 'refund' and record.reference = taken.reference
  )`
