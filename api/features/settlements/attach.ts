import type { Tx } from '../../database/connect.ts'
import { startOfDay } from '../../lagos.ts'
import { describeLines, findUnpostedLines } from './line-sources.ts'
import type { SettlementOwner, SettlementRecord } from './move.ts'

type Account = 'pending' | 'available'

interface Reach extends SettlementOwner {
  /** Credits from this time on are settled later; debits are deducted up to now. */
  cutoff: Date
  now: Date
}

/** What a settlement of an owner includes if it is due on this Lagos day: the credits of the days before. */
export const toReach = ({ merchantId, ownerId }: SettlementOwner, dueOn: string, now: Date): Reach => ({
  merchantId,
  ownerId,
  cutoff: startOfDay(dueOn),
  now,
})

/** The unsettled lines of each account: their sum in kobo, and their number. */
export type Unsettled = Record<Account, { kobo: number; lines: number }>

/**
 * SQL condition for the unsettled lines of an owner: credits before the cutoff, and all debits until now. Their sum
 * never exceeds the account's balance, because only credits are left out. $1 to $4 are the `Reach`.
 */
const unsettled = `line.merchant_id = $1::uuid
    and (line.at < $3::timestamptz or line.amount_kobo < 0 and line.at <= $4::timestamptz)`
const accountsOfOwner = 'account.merchant_id = $1::uuid and account.owner = $2::text'

/** The parameters of `attachLines`. */
const parameters = { ownerId: '$2::uuid', account: '$6::text', cutoff: '$3::timestamptz', merchantId: '$1::uuid' }

const toParameters = ({ merchantId, ownerId, cutoff, now }: Reach) => [merchantId, ownerId, cutoff, now]

/** The unsettled lines of both accounts. */
export async function sumUnsettled(tx: Tx, reach: Reach): Promise<Unsettled> {
  const { rows } = await tx.$client.query<{ account: Account; kobo: number; lines: number }>({
    name: 'settlement_unsettled',
    text: `select account.kind as account, sum(line.amount_kobo)::bigint as kobo, count(*) as lines
           from ledger_accounts account join ledger_unsettled_lines line on line.account_id = account.id and ${unsettled}
           where ${accountsOfOwner} and account.kind in ('pending', 'available') group by account.kind`,
    values: toParameters(reach),
  })
  const ofAccount = (account: Account) => rows.find((row) => row.account === account) ?? { kobo: 0, lines: 0 }
  return { pending: ofAccount('pending'), available: ofAccount('available') }
}

/** Part of the unsettled lines of `pending` that comes from payments, in kobo, as `attachLines` returns it. */
export async function sumUnsettledPayments(tx: Tx, reach: Reach): Promise<number> {
  const { rows } = await tx.$client.query<{ kobo: number }>({
    name: 'settlement_unsettled_payments',
    text: `select coalesce(sum(line.amount_kobo), 0)::bigint as kobo
           from ledger_accounts account join ledger_unsettled_lines line on line.account_id = account.id and ${unsettled}
           join ledger_entries entry on entry.merchant_id = $1::uuid and entry.id = line.entry_id and entry.reference like 'payment:%'
           join payments payment on payment.merchant_id = $1::uuid and payment.id = split_part(entry.reference, ':', 2)::uuid
           where ${accountsOfOwner} and account.kind = 'pending' and not payment.is_card_check`,
    values: toParameters(reach),
  })
  return rows[0]!.kobo
}

/**
 * Moves the unsettled lines into a settlement, in one statement, so that each line is either unsettled or in one settlement.
 * Returns their sum and the part of it that comes from payments, in kobo.
 */
export async function attachLines(
  tx: Tx,
  reach: Reach & { account: Account },
  settlementId: string,
): Promise<{ kobo: number; paidKobo: number }> {
  const settled = { ...parameters, isRecipient: reach.ownerId !== reach.merchantId }
  const { rows } = await tx.$client.query<{ kobo: number; paidKobo: number }>({
    name: settled.isRecipient ? 'settlement_attach_share' : 'settlement_attach',
    text: `
      with taken as (
        delete from ledger_unsettled_lines line
        where ${unsettled} and line.account_id = (select id from ledger_accounts account where ${accountsOfOwner} and account.kind = $6::text)
        returning line.entry_id, line.amount_kobo, line.at
      ), line as (
        select taken.*, split_part(entry.reference, ':', 1) as kind, split_part(entry.reference, ':', 2) as about
        from taken left join ledger_entries entry on entry.id = taken.entry_id and entry.merchant_id = $1::uuid
        ${findUnpostedLines(settled)}
      ), described as (
        ${describeLines(settled)}
      ), added as (
        insert into settlement_lines
          (merchant_id, owner_id, entry_id, account, settlement_id, type, payment_id, at, gross_kobo, fee_kobo, vat_kobo,
           amount_kobo)
        select $1::uuid, $2::uuid, line.entry_id, $6, $5::uuid, coalesce(described.type, 'adjustment'),
               described.payment_id, line.at, coalesce(described.gross_kobo, 0), coalesce(described.fee_kobo, 0),
               coalesce(described.vat_kobo, 0), line.amount_kobo
        from line left join described on described.entry_id = line.entry_id
        returning amount_kobo, type
      )
      select coalesce(sum(amount_kobo), 0)::bigint as kobo,
             coalesce(sum(amount_kobo) filter (where type = 'payment'), 0)::bigint as "paidKobo"
      from added`,
    values: [...toParameters(reach), settlementId, reach.account],
  })
  return rows[0]!
}

/** Removes the line of one entry from the unsettled lines; the caller adds it to a settlement. Returns the entry's id. */
export async function takeUnsettled(
  tx: Tx,
  { merchantId, ownerId }: SettlementOwner,
  account: 'pending',
  reference: string,
): Promise<string> {
  const { rows } = await tx.$client.query<{ id: string }>({
    name: 'settlement_take_line',
    text: `delete from ledger_unsettled_lines line using ledger_accounts account, ledger_entries entry
           where account.owner = $1::text and account.kind = $2::text and entry.reference = $3
             and account.merchant_id = $4 and entry.merchant_id = $4 and line.merchant_id = $4
             and line.account_id = account.id and line.entry_id = entry.id
           returning entry.id`,
    values: [ownerId, account, reference, merchantId],
  })
  return rows[0]!.id
}

type Totals = Pick<
  SettlementRecord,
  | 'grossKobo'
  | 'feesKobo'
  | 'vatKobo'
  | 'refundsKobo'
  | 'disputesKobo'
  | 'reserveKobo'
  | 'sharesKobo'
  | 'adjustmentsKobo'
  | 'totalKobo'
  | 'lineCount'
  | 'paymentCount'
  | 'firstDay'
  | 'lastDay'
  | 'openingKobo'
>

/**
 * Totals of a settlement: the breakdown of all its lines, however often it was sent before. The opening balance is the closing balance
 * of the owner's last paid settlement.
 */
export async function sumLines(
  tx: Tx,
  { merchantId, ownerId, id, createdAt }: Pick<SettlementRecord, 'merchantId' | 'ownerId' | 'id' | 'createdAt'>,
): Promise<Totals> {
  const { rows } = await tx.$client.query<Totals>({
    name: 'settlement_sums',
    text: `
      select
        coalesce(sum(gross_kobo), 0) as "grossKobo", -coalesce(sum(fee_kobo), 0) as "feesKobo",
        -coalesce(sum(vat_kobo), 0) as "vatKobo",
        coalesce(sum(amount_kobo) filter (where type = 'refund'), 0) as "refundsKobo",
        coalesce(sum(amount_kobo) filter (where type = 'dispute'), 0) as "disputesKobo",
        coalesce(sum(amount_kobo) filter (where type = 'reserve'), 0) as "reserveKobo",
        coalesce(sum(amount_kobo - gross_kobo + fee_kobo + vat_kobo) filter (where type = 'payment'), 0) as "sharesKobo",
        coalesce(sum(amount_kobo) filter (where type in ('card_check', 'adjustment')), 0) as "adjustmentsKobo",
        coalesce(sum(amount_kobo), 0) as "totalKobo", count(*) as "lineCount",
        count(*) filter (where type = 'payment') as "paymentCount",
        min((at at time zone 'Africa/Lagos')::date) filter (where type = 'payment')::text as "firstDay",
        max((at at time zone 'Africa/Lagos')::date) filter (where type = 'payment')::text as "lastDay",
        coalesce((
          select total_kobo - stamp_duty_kobo - amount_kobo from settlements closed
          where closed.merchant_id = $1 and closed.owner_id = $3 and closed.status = 'success'
            and (closed.created_at, closed.id) < ($4, $2)
          order by closed.created_at desc, closed.id desc limit 1
        ), 0) as "openingKobo"
      from settlement_lines where merchant_id = $1 and settlement_id = $2`,
    values: [merchantId, id, ownerId, createdAt],
  })
  return rows[0]!
}
