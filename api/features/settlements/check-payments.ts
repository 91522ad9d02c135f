import { paidList } from '../payments/tables.ts'
import { checkByMerchant, postedText } from './check-pages.ts'

/** Checks that every paid payment has its entry, with its amount, fee, VAT, net and shares. */
export const checkPayments = checkByMerchant(
  'payments',
  'payment',
  (rows) => `
     select payment.merchant_id || '/' || payment.id as key, case
       when payment.status not in ${paidList} then null
       when entry.id is null then format('The payment %s has no entry', payment.reference)
       when line.amount_kobo is distinct from nullif(payment.net_kobo - payment.shared_kobo, 0)
       then format('The payment %s brought its business %s kobo, not %s', payment.reference, coalesce(line.amount_kobo, 0),
                   payment.net_kobo - payment.shared_kobo)
       when payment.shared_kobo is distinct from share.kobo or payment.shared_kobo <> share.posted
       then format('The payment %s is shared by %s kobo; its shares are of %s, the ledger’s of %s', payment.reference,
                   payment.shared_kobo, share.kobo, share.posted)
       when (coalesce(platform.amount, 0), coalesce(platform.fee, 0), coalesce(platform.vat, 0))
            <> (payment.amount_kobo, payment.fee_kobo, payment.vat_kobo)
       then format('The payment %s is of %s kobo with a fee of %s and VAT of %s; the ledger’s are %s, %s and %s',
                   payment.reference, payment.amount_kobo, payment.fee_kobo, payment.vat_kobo, coalesce(platform.amount, 0),
                   coalesce(platform.fee, 0), coalesce(platform.vat, 0)) end as fault
     from ${rows}
     left join ledger_entries entry on payment.status in ${paidList} and entry.reference = 'payment:' || payment.id
       and entry.merchant_id = payment.merchant_id
     left join lateral (
       select sum(amount_kobo) filter (where kind = 'fees') as fee, sum(amount_kobo) filter (where kind = 'vat') as vat,
              -sum(amount_kobo) filter (where kind = 'processor_clearing') as amount
       from merchants merchant
       join ledger_accounts account on account.owner = merchant.mode and account.kind in ('fees', 'vat', 'processor_clearing')
         and account.merchant_id = payment.merchant_id
       join ledger_lines posted on posted.entry_id = entry.id and posted.account_id = account.id
         and posted.merchant_id = payment.merchant_id
       where merchant.id = payment.merchant_id
     ) platform on payment.status in ${paidList}
     left join ledger_accounts account on account.owner = payment.merchant_id::text and account.kind = 'pending'
       and account.merchant_id = payment.merchant_id
     left join ledger_lines line on line.entry_id = entry.id and line.account_id = account.id
       and line.merchant_id = payment.merchant_id
     cross join lateral (
       select coalesce(sum(share.net_kobo), 0) as kobo, coalesce(sum(posted.amount_kobo), 0) as posted
       from payment_shares share
       left join ledger_accounts theirs on theirs.owner = share.owner_id::text and theirs.kind = 'pending'
         and theirs.merchant_id = share.merchant_id
       left join ledger_lines posted on posted.entry_id = entry.id and posted.account_id = theirs.id
         and posted.merchant_id = share.merchant_id
       where share.merchant_id = payment.merchant_id and share.payment_id = payment.id
         and share.owner_id <> payment.merchant_id
     ) share`,
)

const firstRefundEntry = `'refund:' || refund.id`
const lateRefundEntry = `${firstRefundEntry} || ':late'`
/** The entry of what was taken last. */
const refundEntry = `case when refund.paid_late_at is null then ${firstRefundEntry} else ${lateRefundEntry} end`
/** What an entry of a refund moved, less what its reverse entry moved back. */
const refundedText = (entry: string) =>
  [entry, `${entry} || ':reversed'`]
    .map((one) => `coalesce(${postedText('refund', one, 'merchant.mode', 'processor_clearing')}, 0)`)
    .join(' + ')

/** Checks that the ledger moved exactly what each refund took and did not return; nothing for refunds that failed or still wait. */
export const checkRefunds = checkByMerchant(
  'refunds',
  'refund',
  (rows) => `
  select key, case
    when expected <> posted
    then format('The refund %s is %s, of %s kobo; the ledger gave back %s', reference, status, expected, posted)
    when status <> 'failed' and (pending, available) <> (-from_pending_kobo, -from_available_kobo)
    then format('The refund %s took %s and %s kobo of its business; the ledger’s are %s and %s', reference,
                from_pending_kobo, from_available_kobo, -pending, -available) end as fault
  from (
    select refund.merchant_id || '/' || refund.id as key, refund.reference, refund.status, refund.from_pending_kobo, refund.from_available_kobo,
           case when refund.status in ('pending', 'failed') then 0 else refund.amount_kobo end as expected,
           ${refundedText(firstRefundEntry)} + ${refundedText(lateRefundEntry)} as posted,
           coalesce(${postedText('refund', refundEntry, 'refund.merchant_id::text', 'pending')}, 0) as pending,
           coalesce(${postedText('refund', refundEntry, 'refund.merchant_id::text', 'available')}, 0) as available
    from ${rows}
    join merchants merchant on merchant.id = refund.merchant_id
  ) refund`,
)

/** Checks that each dispute's held, lost and owed amounts equal the sums of its ledger entries. */
export const checkDisputes = checkByMerchant(
  'disputes',
  'dispute',
  (rows) => `
  select dispute.merchant_id || '/' || dispute.id as key, case
    when (posted.held, posted.lost, posted.owed) <> (dispute.held_kobo, dispute.lost_kobo, dispute.owed_kobo)
    then format('The dispute %s holds %s kobo, lost %s and owes %s; the ledger’s are %s, %s and %s', dispute.reference,
                dispute.held_kobo, dispute.lost_kobo, dispute.owed_kobo, posted.held, posted.lost, posted.owed) end as fault
  from ${rows}
  cross join lateral (
    select coalesce(sum(line.amount_kobo) filter (where account.kind = 'reserved'), 0) as held,
           coalesce(sum(line.amount_kobo) filter (where account.kind = 'processor_clearing'), 0) as lost,
           -coalesce(sum(line.amount_kobo) filter (where account.kind = 'advances'), 0) as owed
    from merchants merchant
    join ledger_entries entry on entry.merchant_id = dispute.merchant_id
      and entry.reference = any (array(select 'dispute:' || dispute.id || ':' || number from generate_series(0, dispute.entries - 1) number))
    join ledger_lines line on line.entry_id = entry.id and line.merchant_id = dispute.merchant_id
    join ledger_accounts account on account.id = line.account_id
      and (account.owner, account.kind) in ((dispute.merchant_id::text, 'reserved'), (merchant.mode, 'processor_clearing'),
                                            (merchant.mode, 'advances'))
      and account.merchant_id = dispute.merchant_id
    where merchant.id = dispute.merchant_id
  ) posted`,
)
