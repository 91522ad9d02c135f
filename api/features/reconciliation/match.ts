import { hourMs } from '@adire/contract/durations.ts'
import type { Processor } from '../../connectors/processors.ts'
import { type RecordKind, recordKinds } from '../../connectors/records.ts'
import type { Context } from '../../context.ts'
import { addDays, startOfDay } from '../../lagos.ts'
import type { WriteLive } from './import-records.ts'
import { chargesText } from './match-charges.ts'
import { payoutsText } from './match-payouts.ts'
import { refundsText } from './match-refunds.ts'
import { settlementsText } from './match-settlements.ts'

/**
 * Statements that compare one kind of records of one Lagos day. Parameters: $1 processor, $2 and $3 start and end of the day, $4 the
 * instant after which a movement is too new to be missing. They select subject, discrepancy, reference, ours_kobo, theirs_kobo,
 * effect_kobo and is_new; discrepancy is null for what agrees.
 */
const comparisons: Record<RecordKind, string> = {
  charge: chargesText,
  refund: refundsText,
  payout: payoutsText,
  settlement: settlementsText,
}

/** Grace period: the time for which a movement may be recorded by one side only. */
const graceMs = hourMs
/** Maximum items of one kind and day. If there are more, they have one cause. */
const maxItems = 100_000

interface DayToMatch {
  processor: Processor
  /** Lagos day. */
  day: string
  /** Start of the reconciliation. */
  startedAt: Date
}

/**
 * Compares the records of a day with ours, and stores the discrepancies as items; items of that day that it no longer finds become `gone`.
 * Returns the kobo by which movements that are too new to judge make the processor's balance differ from the ledger.
 */
export async function matchDay(write: WriteLive, matching: DayToMatch): Promise<number> {
  let newKobo = 0
  for (const kind of recordKinds) newKobo += await write((context) => matchKind(context, matching, kind))
  return newKobo
}

async function matchKind({ tx }: Context, matching: DayToMatch, kind: RecordKind): Promise<number> {
  const { processor, day, startedAt } = matching
  await tx.$client.query(`set local statement_timeout = '120s'`)
  const { rows } = await tx.$client.query<{ kobo: number }>({
    text: `
      with compared as materialized (${comparisons[kind]}), stored as (
        insert into reconciliation_items as item (processor, kind, discrepancy, subject, reference, day, ours_kobo, theirs_kobo,
          effect_kobo, status, found_at, seen_at)
        select $1, '${kind}', discrepancy, subject, reference, $5, ours_kobo, theirs_kobo, effect_kobo, 'open', $6, $6
        from compared where discrepancy is not null and not is_new limit ${maxItems}
        on conflict (processor, kind, discrepancy, subject) do update set day = excluded.day, reference = excluded.reference,
          ours_kobo = excluded.ours_kobo, theirs_kobo = excluded.theirs_kobo, effect_kobo = excluded.effect_kobo,
          seen_at = excluded.seen_at, status = case item.status when 'gone' then 'open' else item.status end
      )
      select coalesce(sum(effect_kobo) filter (where discrepancy is not null and is_new), 0)::bigint as kobo from compared`,
    values: [
      processor,
      startOfDay(day),
      startOfDay(addDays(day, 1)),
      new Date(startedAt.getTime() - graceMs),
      day,
      startedAt,
    ],
  })
  await tx.$client.query({
    name: 'reconciliation_items_gone',
    text: `update reconciliation_items set status = 'gone'
           where processor = $1 and kind = $2 and day = $3 and status <> 'gone' and seen_at < $4`,
    values: [processor, kind, day, startedAt],
  })
  return rows[0]!.kobo
}
