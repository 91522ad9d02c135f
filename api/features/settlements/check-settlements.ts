import type { Tx } from '../../database/connect.ts'
import { byMerchant, mostSentences, pageText, postedText } from './check-pages.ts'
import { differenceSql } from './recompute.ts'

/**
 * Checks that every settlement is the sum of its lines, that they match the ledger, that its totals match its payments, and that
 * it was paid.
 */
export const settlementsAmiss = byMerchant(`
     select settlement.merchant_id || '/' || settlement.id as key, case
       when line.lines = 0 then format('The settlement %s has no lines', settlement.reference)
       when line.kobo <> settlement.total_kobo or line.posted <> settlement.total_kobo
       then format('The settlement %s is of %s kobo; its lines are of %s, the ledger’s of %s', settlement.reference,
                   settlement.total_kobo, line.kobo, line.posted)
       when line.altered > 0
       then format('%s lines of the settlement %s are not those of the ledger', line.altered, settlement.reference)
       when settlement.status = 'success' and paid.kobo is distinct from settlement.total_kobo
       then format('The settlement %s is of %s kobo; %s were paid', settlement.reference, settlement.total_kobo,
                   coalesce(paid.kobo, 0))
       when difference.kobo <> 0
       then format('The figures of the settlement %s differ from its payments by %s kobo', settlement.reference, difference.kobo)
       end as fault
     from ${pageText('settlements')} settlement
     cross join lateral (
       select count(*) as lines, coalesce(sum(line.amount_kobo), 0) as kobo, coalesce(sum(posted.amount_kobo), 0) as posted,
              count(*) filter (where line.amount_kobo <> coalesce(posted.amount_kobo, 0)) as altered
       from settlement_lines line
       left join ledger_accounts account on account.owner = line.owner_id::text and account.kind = line.account
       left join ledger_lines posted on posted.entry_id = line.entry_id and posted.account_id = account.id
       where line.merchant_id = settlement.merchant_id and line.settlement_id = settlement.id
     ) line
     left join lateral (
       select -sum(posted.amount_kobo) as kobo
       from payouts payout
       join ledger_entries entry on entry.reference = 'payout:' || payout.settlement_id || ':' || payout.attempt
       join ledger_accounts account on account.owner = settlement.owner_id::text and account.kind = 'available'
       join ledger_lines posted on posted.entry_id = entry.id and posted.account_id = account.id
       where payout.merchant_id = settlement.merchant_id and payout.settlement_id = settlement.id
         and payout.status = 'paid'
     ) paid on true
     cross join lateral (select ${differenceSql('settlement.merchant_id')} as kobo) difference
     order by settlement.merchant_id, settlement.id`)

const payoutEntry = `'payout:' || payout.settlement_id || ':' || payout.attempt`

/** Checks that every payout attempt was sent with its amount and stamp duty, and was paid or returned as its row says. */
export const payoutsAmiss = byMerchant(`
  select settlement.merchant_id || '/' || settlement.id as key, (
    select min(format('The payout %s is %s, of %s kobo and stamp duty of %s; the ledger sent %s and %s, paid %s and took back %s',
                      payout.reference, payout.status, payout.amount_kobo, payout.stamp_duty_kobo, posted.sent, posted.duty,
                      posted.paid, posted.returned))
    from payouts payout
    join merchants merchant on merchant.id = payout.merchant_id
    cross join lateral (
      select coalesce(${postedText('settlement', payoutEntry, 'settlement.owner_id::text', 'in_payout')}, 0) as sent,
             coalesce(${postedText('settlement', payoutEntry, 'merchant.mode', 'stamp_duty')}, 0) as duty,
             coalesce(${postedText('settlement', `${payoutEntry} || ':paid'`, 'merchant.mode', 'bank')}, 0) as paid,
             -coalesce(${postedText('settlement', `${payoutEntry} || ':reversed'`, 'settlement.owner_id::text', 'in_payout')}, 0) as returned
    ) posted
    where payout.merchant_id = settlement.merchant_id and payout.settlement_id = settlement.id
      and (posted.sent, posted.duty, posted.paid, posted.returned) <> (
        payout.amount_kobo, payout.stamp_duty_kobo, case payout.status when 'paid' then payout.amount_kobo else 0 end,
        case payout.status when 'returned' then payout.amount_kobo else 0 end)
  ) as fault
  from ${pageText('settlements')} settlement
  order by settlement.merchant_id, settlement.id`)

const reserveEntry = `'reserve:' || reserve.id`

/** Checks that every reserve was held with its amount, and released if its row says so. */
export const reservesAmiss = byMerchant(`
  select reserve.merchant_id || '/' || reserve.id as key, case
    when (posted.held, posted.released) <> (reserve.amount_kobo, case when reserve.released_at is null then 0 else reserve.amount_kobo end)
    then format('The reserve %s is of %s kobo; the ledger held %s and released %s', reserve.id, reserve.amount_kobo, posted.held,
                posted.released) end as fault
  from ${pageText('settlement_reserves')} reserve
  cross join lateral (
    select coalesce(${postedText('reserve', reserveEntry, 'reserve.merchant_id::text', 'reserved')}, 0) as held,
           -coalesce(${postedText('reserve', `${reserveEntry} || ':released'`, 'reserve.merchant_id::text', 'reserved')}, 0) as released
  ) posted
  order by reserve.merchant_id, reserve.id`)

/** SQL: sum of the lines of every account. */
const sumsText = `
  select account.owner, account.kind, coalesce((
    select sum(line.amount_kobo) from ledger_lines line where line.account_id = account.id
  ), 0)::bigint as kobo from ledger_accounts account`

/** Checks that the accounts for money in transit to banks equal the requested payouts. */
export async function onTheirWay(tx: Tx): Promise<string[]> {
  const { rows } = await tx.$client.query<{ fault: string }>(`
    with balance as materialized (${sumsText} where account.kind = 'in_payout'), asked as (
      select settlement.owner_id::text as owner, sum(payout.amount_kobo) as kobo
      from payouts payout
      join settlements settlement on settlement.merchant_id = payout.merchant_id and settlement.id = payout.settlement_id
      where payout.status = 'requested' group by 1
    )
    select format('%s kobo of %s are on their way to its bank, which was asked for %s', coalesce(balance.kobo, 0),
                  coalesce(balance.owner, asked.owner), coalesce(asked.kobo, 0)) as fault
    from balance full join asked on asked.owner = balance.owner
    where coalesce(balance.kobo, 0) <> coalesce(asked.kobo, 0)
    limit ${mostSentences}`)
  return rows.map(({ fault }) => fault)
}
