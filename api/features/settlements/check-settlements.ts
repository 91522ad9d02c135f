import type { Tx } from '../../database/connect.ts'
import { checkByMerchant, maxSentences, postedText } from './check-pages.ts'
import { differenceSql } from './recompute.ts'

/**
 * Checks that every settlement is the sum of its lines, that they match the ledger, that its totals match its payments, and that
 * it was paid.
 */
export const checkSettlements = checkByMerchant(
  'settlements',
  'settlement',
  (rows) => `
  select key, case
    when lines = 0 then format('The settlement %s has no lines', reference)
    when kobo <> total_kobo or posted <> total_kobo
    then format('The settlement %s is of %s kobo; its lines are of %s, the ledger’s of %s', reference, total_kobo, kobo, posted)
    when altered > 0 then format('%s lines of the settlement %s are not those of the ledger', altered, reference)
    when status = 'success' and paid is distinct from total_kobo
    then format('The settlement %s is of %s kobo; %s were paid', reference, total_kobo, coalesce(paid, 0))
    when difference <> 0
    then format('The figures of the settlement %s differ from its payments by %s kobo', reference, difference)
    end as fault
  from (
    select settlement.merchant_id || '/' || settlement.id as key, settlement.reference, settlement.status, settlement.total_kobo,
           line.lines, line.kobo, line.posted, line.altered, paid.kobo as paid,
           ${differenceSql('settlement.merchant_id')} as difference
    from ${rows}
     cross join lateral (
       select count(*) as lines, coalesce(sum(line.amount_kobo), 0) as kobo, coalesce(sum(posted.amount_kobo), 0) as posted,
              count(*) filter (where line.amount_kobo <> coalesce(posted.amount_kobo, 0)) as altered
       from settlement_lines line
       left join ledger_accounts account on account.owner = line.owner_id::text and account.kind = line.account
         and account.merchant_id = settlement.merchant_id
       left join ledger_lines posted on posted.entry_id = line.entry_id and posted.account_id = account.id
         and posted.merchant_id = settlement.merchant_id
       where line.merchant_id = settlement.merchant_id and line.settlement_id = settlement.id
     ) line
     left join lateral (
       select -sum(posted.amount_kobo) as kobo
       from payouts payout
       join ledger_entries entry on entry.reference = 'payout:' || payout.settlement_id || ':' || payout.attempt
         and entry.merchant_id = settlement.merchant_id
       join ledger_accounts account on account.owner = settlement.owner_id::text and account.kind = 'available'
         and account.merchant_id = settlement.merchant_id
       join ledger_lines posted on posted.entry_id = entry.id and posted.account_id = account.id
         and posted.merchant_id = settlement.merchant_id
       where payout.merchant_id = settlement.merchant_id and payout.settlement_id = settlement.id
         and payout.status = 'paid'
     ) paid on true
  ) settlement`,
)

const payoutEntry = `'payout:' || payout.settlement_id || ':' || payout.attempt`
const sentBackEntry = `'payout_return:' || payout.settlement_id || ':' || payout.attempt`

/** Checks that every payout attempt was sent with its amount and stamp duty, and was paid, returned, or sent back later as its row says. */
export const checkPayouts = checkByMerchant(
  'settlements',
  'settlement',
  (rows) => `
  select key, case
    when (sent, duty, paid, returned, sent_back, duty_back) <> (
      amount_kobo, stamp_duty_kobo, case status when 'paid' then amount_kobo else 0 end,
      case status when 'returned' then amount_kobo else 0 end,
      case when is_sent_back then amount_kobo else 0 end, case when is_sent_back then stamp_duty_kobo else 0 end)
    then format('The payout %s is %s%s, of %s kobo and stamp duty of %s; the ledger sent %s and %s, paid %s, took back %s, and got back %s and %s',
                key, status, case when is_sent_back then ' and was sent back' end, amount_kobo, stamp_duty_kobo, sent, duty, paid, returned,
                sent_back, duty_back) end as fault
  from (
    select payout.reference as key, payout.status, payout.amount_kobo, payout.stamp_duty_kobo,
           payout.status = 'paid' and settlement.returned_at is not null as is_sent_back,
           -coalesce(${postedText('settlement', sentBackEntry, 'merchant.mode', 'bank')}, 0) as sent_back,
           -coalesce(${postedText('settlement', `${sentBackEntry} || ':duty'`, 'merchant.mode', 'stamp_duty')}, 0) as duty_back,
           coalesce(${postedText('settlement', payoutEntry, 'settlement.owner_id::text', 'in_payout')}, 0) as sent,
           coalesce(${postedText('settlement', payoutEntry, 'merchant.mode', 'stamp_duty')}, 0) as duty,
           coalesce(${postedText('settlement', `${payoutEntry} || ':paid'`, 'merchant.mode', 'bank')}, 0) as paid,
           -coalesce(${postedText('settlement', `${payoutEntry} || ':reversed'`, 'settlement.owner_id::text', 'in_payout')}, 0) as returned
    from ${rows}
    join payouts payout on payout.merchant_id = settlement.merchant_id and payout.settlement_id = settlement.id
    join merchants merchant on merchant.id = settlement.merchant_id
  ) payout`,
)

const lateEntry = `'payout_late:' || late.settlement_id || ':' || late.attempt`

/** Checks that the ledger took what the rows of late payouts say. */
export const checkLatePayouts = checkByMerchant(
  'settlements',
  'settlement',
  (rows) => `
  select key, case when taken_kobo <> posted
    then format('%s kobo were taken for the payout %s, which was paid late; the ledger took %s', taken_kobo, key, posted) end as fault
  from (
    select payout.reference as key, late.taken_kobo, coalesce((
      select -sum(posted.amount_kobo) from ledger_entries entry
      join ledger_lines posted on posted.entry_id = entry.id and posted.merchant_id = late.merchant_id
      join ledger_accounts account on account.id = posted.account_id and account.owner = late.owner_id::text
        and account.merchant_id = late.merchant_id
      where entry.merchant_id = late.merchant_id
        and entry.reference >= ${lateEntry} || ':' and entry.reference < ${lateEntry} || ';'
    ), 0) as posted
    from ${rows}
    join late_payouts late on late.merchant_id = settlement.merchant_id and late.settlement_id = settlement.id
    join payouts payout on payout.merchant_id = late.merchant_id and payout.settlement_id = late.settlement_id
      and payout.attempt = late.attempt
  ) payout`,
)

const reserveEntry = `'reserve:' || reserve.id`

/** Checks that every reserve was held with its amount, and released if its row says so. */
export const checkReserves = checkByMerchant(
  'settlement_reserves',
  'reserve',
  (rows) => `
  select key, case
    when (held, released) <> (amount_kobo, case when released_at is null then 0 else amount_kobo end)
    then format('The reserve %s is of %s kobo; the ledger held %s and released %s', id, amount_kobo, held, released) end as fault
  from (
    select reserve.merchant_id || '/' || reserve.id as key, reserve.id, reserve.amount_kobo, reserve.released_at,
           coalesce(${postedText('reserve', reserveEntry, 'reserve.merchant_id::text', 'reserved')}, 0) as held,
           -coalesce(${postedText('reserve', `${reserveEntry} || ':released'`, 'reserve.merchant_id::text', 'reserved')}, 0) as released
    from ${rows}
  ) reserve`,
)

/** SQL: sum of the lines of every account. */
const sumsText = `
  select account.owner, account.kind, coalesce((
    select sum(line.amount_kobo) from ledger_lines line
    where line.account_id = account.id and line.merchant_id = account.merchant_id
  ), 0)::bigint as kobo from ledger_accounts account`

/** Faults of the `in_payout` accounts: each must equal the payouts that were requested from the bank. */
export async function findInPayoutFaults(tx: Tx): Promise<string[]> {
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
    limit ${maxSentences}`)
  return rows.map(({ fault }) => fault)
}
