import { isRepeatedText, recordsText } from './match-charges.ts'

/**
 * Compares transfers out of the processor's balance with payouts. Their amounts leave the ledger's account of the processor with the
 * record, so a discrepancy makes no difference to the balance.
 */
export const payoutsText = `
  with record as materialized (${recordsText('payout')}), payout as materialized (
    select payout.reference, payout.amount_kobo, payout.requested_at,
      case when settlement.returned_at is null then payout.status else 'returned' end as status,
      late.taken_kobo, late.amount_kobo + late.duty_kobo as due_kobo
    from payouts payout
    left join late_payouts late on late.merchant_id = payout.merchant_id and late.settlement_id = payout.settlement_id
      and late.attempt = payout.attempt and late.undone_at is null
    left join settlements settlement on settlement.merchant_id = payout.merchant_id and settlement.id = payout.settlement_id
    where payout.processor = $1 and payout.reference in (select reference from record)
  ), paid as materialized (
    select reference, amount_kobo, requested_at from payouts
    where processor = $1 and requested_at >= $2 and requested_at < $3 and status = 'paid'
  )
  select record.record_id as subject, record.reference,
    case when found.discrepancy = 'paid_late' then payout.taken_kobo else payout.amount_kobo end as ours_kobo, record.amount_kobo as theirs_kobo,
    found.discrepancy, record.at > $4 as is_new, 0::bigint as effect_kobo
  from record
  left join payout on payout.reference = record.reference
  cross join lateral (
    select case
      when record.currency <> 'NGN' then 'other_currency'
      when payout.reference is null and record.status in ('failed', 'reversed') then null
      when payout.reference is null and coalesce(record.reference, '') !~ '^stl[^a-z0-9]' then 'unknown_reference'
      when payout.reference is null then 'missing_here'
      when ${isRepeatedText} then 'twice'
      when record.status in ('failed', 'reversed') then case payout.status
        when 'paid' then 'returned_transfer' when 'requested' then 'late_event' end
      when payout.taken_kobo < payout.due_kobo then 'paid_late'
      when payout.status = 'returned' and payout.due_kobo is null then 'missing_here'
      when record.status = 'success' and payout.status = 'requested' then 'late_event'
      when payout.amount_kobo <> record.amount_kobo then 'amount_differs'
      when record.expected_fee_kobo <> record.fee_kobo then 'fee_differs'
      when record.at < payout.requested_at - interval '1 hour'
        and (record.at at time zone 'Africa/Lagos')::date <> (payout.requested_at at time zone 'Africa/Lagos')::date then 'wrong_day'
    end as discrepancy
  ) found
  union all
  select paid.reference, paid.reference, paid.amount_kobo, null, 'missing_there', paid.requested_at > $4, 0
  from paid
  where not exists (
    select from processor_records record
    where record.processor = $1 and record.kind = 'payout' and record.reference = paid.reference
  )`
