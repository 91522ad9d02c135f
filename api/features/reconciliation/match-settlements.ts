/** Compares each settlement of the processor with the charges, fees and refunds that it includes, as far as they are known. */
export const settlementsText = `
  select record.record_id as subject, record.record_id as reference, included.kobo as ours_kobo, record.amount_kobo as theirs_kobo,
    case when record.currency <> 'NGN' then 'other_currency'
         when included.records > 0 and included.kobo <> record.amount_kobo then 'amount_differs' end as discrepancy,
    record.at > $4 as is_new, 0::bigint as effect_kobo
  from processor_records record
  cross join lateral (
    select count(*) as records, coalesce(sum(case part.kind when 'charge' then part.amount_kobo - part.fee_kobo
                                         when 'refund' then -part.amount_kobo else 0 end), 0)::bigint as kobo
    from processor_records part
    where part.processor = $1 and part.settlement_id = record.record_id and part.status <> 'failed'
  ) included
  where record.processor = $1 and record.kind = 'settlement' and record.at >= $2 and record.at < $3 and record.status = 'success'`
