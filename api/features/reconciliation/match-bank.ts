import type { Context } from '../../context.ts'
import { lockName } from '../../database/lock-name.ts'
import type { WriteLive } from './import-records.ts'

/** How many days after its record a settlement may arrive at the bank. */
const maxDays = 5
/** Most lines, and most transfers, that are matched or become items at once. */
const maxMatched = 20_000

interface Unmatched {
  id: string
  processor: string
  settlementId: string
  lines: string[]
}

/**
 * Matches the transfers of processors with the lines of bank statements: the first line of the same amount from the day of the record
 * on. Lines and transfers that are left become items.
 */
export async function matchBankLines(write: WriteLive, startedAt: Date): Promise<void> {
  await write(matchSettlements)
  await write((context) => storeBankItems(context, startedAt))
}

async function matchSettlements({ tx }: Context): Promise<void> {
  await lockName(tx, 'bank-lines')
  const { rows } = await tx.$client.query<Unmatched>({
    name: 'bank_lines_candidates',
    text: `
      select record.processor, record.record_id as "settlementId", array_agg(line.id order by line.day, line.id) as lines
      from processor_records record
      join bank_lines line on line.amount_kobo = record.amount_kobo and line.settlement_id is null
        and line.day between (record.at at time zone 'Africa/Lagos')::date
          and (record.at at time zone 'Africa/Lagos')::date + ${maxDays}
      where record.kind = 'settlement' and record.status = 'success' and record.currency = 'NGN' and not exists (
        select from bank_lines known
        where known.processor = record.processor and known.settlement_id = record.record_id
      )
      group by record.processor, record.record_id, record.at order by record.at limit ${maxMatched}`,
  })
  const taken = new Set<string>()
  for (const { processor, settlementId, lines } of rows) {
    const line = lines.find((one) => !taken.has(one))
    if (!line) continue
    taken.add(line)
    await tx.$client.query({
      name: 'bank_lines_match',
      text: 'update bank_lines set processor = $2, settlement_id = $3 where id = $1',
      values: [line, processor, settlementId],
    })
  }
}

async function storeBankItems({ tx }: Context, startedAt: Date): Promise<void> {
  await tx.$client.query({
    name: 'bank_items_store',
    text: `
      with found as (
        select id::text as subject, bank_reference as reference, day, null::bigint as ours_kobo, amount_kobo as theirs_kobo,
          case when amount_kobo > 0 and narration ~* 'revers|return' then 'returned_transfer' else 'unknown_reference' end as discrepancy
        from bank_lines where settlement_id is null
        union all
        select record.processor || ' ' || record.record_id, record.record_id, (record.at at time zone 'Africa/Lagos')::date,
          record.amount_kobo, null, 'missing_there'
        from processor_records record
        where record.kind = 'settlement' and record.status = 'success' and not exists (
          select from bank_lines line
          where line.processor = record.processor and line.settlement_id = record.record_id
        ) and exists (
          select from bank_lines later where later.day > (record.at at time zone 'Africa/Lagos')::date + ${maxDays}
        )
      )
      insert into reconciliation_items as item (kind, discrepancy, subject, reference, day, ours_kobo, theirs_kobo, effect_kobo,
        status, found_at, seen_at)
      select 'bank', discrepancy, subject, reference, day, ours_kobo, theirs_kobo, 0, 'open', $1, $1 from found limit ${maxMatched}
      on conflict (processor, kind, discrepancy, subject) do update set seen_at = excluded.seen_at,
        status = case item.status when 'gone' then 'open' else item.status end`,
    values: [startedAt],
  })
  await tx.$client.query({
    name: 'bank_items_gone',
    text: `update reconciliation_items set status = 'gone' where kind = 'bank' and status <> 'gone' and seen_at < $1`,
    values: [startedAt],
  })
}
