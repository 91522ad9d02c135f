import type { RecordKind } from '../../connectors/records.ts'
import { paidList } from '../payments/tables.ts'

/** SQL: whether an earlier record of the kind has the same reference. */
export const isRepeatedText = `exists (
  select from processor_records earlier
  where earlier.processor = record.processor and earlier.kind = record.kind and earlier.reference = record.reference
    and earlier.status <> 'failed' and (earlier.at, earlier.record_id) < (record.at, record.record_id)
)`

/** Start of the reference of a refund of a charge that paid nothing, as `toReturn` makes it. */
export const returnPrefix = 'return-'

/**
 * SQL: the records of a kind and day. They stay on one server, so rows of merchants are read into a query of their own before they are joined
 * to records (decision 96).
 */
export const recordsText = (kind: RecordKind) => `
  select * from processor_records where processor = $1 and kind = '${kind}' and at >= $2 and at < $3`

/**
 * Compares charges with payments. A payment may have a second charge if that was returned. A payment that was recorded within an hour of its
 * charge is not on another day, even if midnight is between them.
 */
export const chargesText = `
  with record as materialized (${recordsText('charge')}), payment as materialized (
    select merchant_id, id, processor_reference, paid_charge, amount_kobo, status, refunded_kobo, paid_at from payments
    where processor = $1 and processor_reference in (select reference from record)
  ), refunded as materialized (
    select payment_id, sum(amount_kobo) as kobo from refunds
    where status in ('processing', 'processed') and (merchant_id, payment_id) in (
      select payment.merchant_id, payment.id
      from record join payment on payment.processor_reference = record.reference where record.status = 'reversed'
    )
    group by merchant_id, payment_id
  ), paid as materialized (
    select id, reference, processor_reference, amount_kobo, paid_at from payments
    where processor = $1 and processor <> 'sandbox' and paid_at >= $2 and paid_at < $3
  )
  select record.record_id as subject, record.charge_reference as reference, payment.amount_kobo as ours_kobo,
    record.amount_kobo as theirs_kobo, found.discrepancy, record.at > $4 as is_new,
    case when found.discrepancy in ('unknown_reference', 'missing_here', 'twice', 'paid_nothing', 'late_event') then record.amount_kobo
         when found.discrepancy = 'amount_differs' then record.amount_kobo - payment.amount_kobo else 0 end as effect_kobo
  from record
  left join payment on payment.processor_reference = record.reference
  left join refunded on refunded.payment_id = payment.id
  cross join lateral (
    select coalesce(record.charge_reference <> payment.paid_charge, ${isRepeatedText}) as is_repeated, exists (
      select from processor_records back
      where back.processor = $1 and back.kind = 'refund' and back.reference = '${returnPrefix}' || record.charge_reference
        and back.status <> 'failed'
    ) as is_returned
  ) known
  cross join lateral (
    select case
      when record.currency <> 'NGN' then 'other_currency'
      when payment.id is null and record.reference !~ '^pay[^a-z0-9]' then 'unknown_reference'
      when payment.id is null then 'missing_here'
      when not known.is_returned and known.is_repeated then 'twice'
      when not known.is_returned and payment.status in ('failed', 'abandoned') then 'paid_nothing'
      when not known.is_returned and payment.status not in ${paidList} then 'late_event'
      when record.status = 'reversed' and not known.is_returned
        and greatest(payment.refunded_kobo, refunded.kobo) < record.amount_kobo then 'reversed'
      when not known.is_repeated and not known.is_returned and payment.amount_kobo <> record.amount_kobo then 'amount_differs'
      when record.expected_fee_kobo <> record.fee_kobo then 'fee_differs'
      when not known.is_repeated and not known.is_returned
        and (payment.paid_at at time zone 'Africa/Lagos')::date <> (record.at at time zone 'Africa/Lagos')::date
        and abs(extract(epoch from payment.paid_at - record.at)) > 3600 then 'wrong_day'
    end as discrepancy
  ) found
  union all
  select paid.id::text, paid.reference, paid.amount_kobo, null, 'missing_there', paid.paid_at > $4, -paid.amount_kobo
  from paid
  where not exists (
    select from processor_records record
    where record.processor = $1 and record.kind = 'charge' and record.reference = paid.processor_reference
  )`
