import type { Tx } from '../../database/connect.ts'
import { describeLines, findUnpostedLines } from './line-sources.ts'
import { findSettlement, type SettlementKey, type SettlementOwner, type SettlementRecord } from './move.ts'

interface Reach extends SettlementOwner {
  account: 'pending' | 'available'
  /** Credits from this time on are settled later; debits are deducted up to now. */
  cutoff: Date
  now: Date
}

/**
 * SQL condition for the unsettled lines of an owner's account: credits before the cutoff, and all debits until now. Their sum
 * never exceeds the account's balance, because only credits are left out. $1 to $4 are the `Reach`.
 */
const unsettled = `account.owner = $1::text and account.kind = $2::text and line.account_id = account.id
    and (line.at < $3::timestamptz or line.amount_kobo < 0 and line.at <= $4::timestamptz)`

/** The parameters of `attachLines`. */
const settled = { ownerId: '$1::uuid', account: '$2::text', cutoff: '$3::timestamptz', merchantId: '$5::uuid' }

const toParameters = ({ ownerId, account, cutoff, now }: Reach) => [ownerId, account, cutoff, now]

/** Sum of the unsettled lines, in kobo. */
export async function sumUnsettled(tx: Tx, reach: Reach): Promise<number> {
  const { rows } = await tx.$client.query<{ sum: number }>({
    name: 'settlement_unsettled',
    text: `select coalesce(sum(line.amount_kobo), 0)::bigint as sum
           from ledger_accounts account, ledger_unsettled_lines line where ${unsettled}`,
    values: toParameters(reach),
  })
  return rows[0]!.sum
}

/**
 * Moves the unsettled lines into a settlement, in one statement, so that each line is either unsettled or in one settlement.
 * Returns their sum and the part of it that comes from payments, in kobo.
 */
export async function attachLines(
  tx: Tx,
  reach: Reach,
  settlementId: string,
): Promise<{ kobo: number; paidKobo: number }> {
  const { rows } = await tx.$client.query<{ kobo: number; paidKobo: number }>({
    name: 'settlement_attach',
    text: `
      with taken as (
        delete from ledger_unsettled_lines line using ledger_accounts account where ${unsettled}
        returning line.entry_id, line.amount_kobo, line.at
      ), line as (
        select taken.*, split_part(entry.reference, ':', 1) as kind, split_part(entry.reference, ':', 2) as about
        from taken join ledger_entries entry on entry.id = taken.entry_id
        ${findUnpostedLines(settled)}
      ), described as (
        ${describeLines(settled)}
      ), added as (
        insert into settlement_lines
          (merchant_id, owner_id, entry_id, account, settlement_id, type, payment_id, at, gross_kobo, fee_kobo, vat_kobo,
           amount_kobo)
        select $5::uuid, $1::uuid, line.entry_id, $2, $6::uuid, coalesce(described.type, 'adjustment'),
               described.payment_id, line.at, coalesce(described.gross_kobo, 0), coalesce(described.fee_kobo, 0),
               coalesce(described.vat_kobo, 0), line.amount_kobo
        from line left join described on described.entry_id = line.entry_id
        returning amount_kobo, type
      )
      select coalesce(sum(amount_kobo), 0)::bigint as kobo,
             coalesce(sum(amount_kobo) filter (where type = 'payment'), 0)::bigint as "paidKobo"
      from added`,
    values: [...toParameters(reach), reach.merchantId, settlementId],
  })
  return rows[0]!
}

/** Removes the line of one entry from the unsettled lines; the caller adds it to a settlement. Returns the entry's id. */
export async function takeUnsettled(
  tx: Tx,
  { ownerId }: SettlementOwner,
  account: 'pending',
  reference: string,
): Promise<string> {
  const { rows } = await tx.$client.query<{ id: string }>({
    name: 'settlement_take_line',
    text: `delete from ledger_unsettled_lines line using ledger_accounts account, ledger_entries entry
           where account.owner = $1::text and account.kind = $2::text and entry.reference = $3
             and line.account_id = account.id and line.entry_id = entry.id
           returning entry.id`,
    values: [ownerId, account, reference],
  })
  return rows[0]!.id
}

/**
 * Writes the totals of a settlement: the breakdown of all its lines, however often it was sent before. The opening balance is the
 * closing balance of the owner's last paid settlement.
 */
export async function sumUp(tx: Tx, { merchantId, id }: SettlementKey): Promise<SettlementRecord> {
  await tx.$client.query({
    name: 'settlement_sum_up',
    text: `
      update settlements settlement set
        gross_kobo = figure.gross, fees_kobo = -figure.fees, vat_kobo = -figure.vat, refunds_kobo = figure.refunds,
        disputes_kobo = figure.disputes, reserve_kobo = figure.reserve, shares_kobo = figure.shares,
        adjustments_kobo = figure.adjustments, total_kobo = figure.total, line_count = figure.lines,
        payment_count = figure.payments, first_day = figure.first_day, last_day = figure.last_day,
        opening_kobo = coalesce((
          select total_kobo - stamp_duty_kobo - amount_kobo from settlements closed
          where closed.merchant_id = $1 and closed.owner_id = settlement.owner_id and closed.status = 'success'
            and (closed.created_at, closed.id) < (settlement.created_at, settlement.id)
          order by closed.created_at desc, closed.id desc limit 1
        ), 0)
      from (
        select
          coalesce(sum(gross_kobo), 0) as gross, coalesce(sum(fee_kobo), 0) as fees, coalesce(sum(vat_kobo), 0) as vat,
          coalesce(sum(amount_kobo) filter (where type = 'refund'), 0) as refunds,
          coalesce(sum(amount_kobo) filter (where type = 'dispute'), 0) as disputes,
          coalesce(sum(amount_kobo) filter (where type = 'reserve'), 0) as reserve,
          coalesce(sum(amount_kobo - gross_kobo + fee_kobo + vat_kobo) filter (where type = 'payment'), 0) as shares,
          coalesce(sum(amount_kobo) filter (where type in ('card_check', 'adjustment')), 0) as adjustments,
          coalesce(sum(amount_kobo), 0) as total, count(*) as lines,
          count(*) filter (where type = 'payment') as payments,
          min((at at time zone 'Africa/Lagos')::date) filter (where type = 'payment') as first_day,
          max((at at time zone 'Africa/Lagos')::date) filter (where type = 'payment') as last_day
        from settlement_lines where merchant_id = $1 and settlement_id = $2
      ) figure
      where settlement.merchant_id = $1 and settlement.id = $2`,
    values: [merchantId, id],
  })
  return findSettlement(tx, { merchantId, id })
}
