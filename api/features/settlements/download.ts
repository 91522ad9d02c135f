import { type Channel, channelNames } from '@adire/contract/channels/channels.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { settlementLabel } from '@adire/contract/settlement-label.ts'
import {
  type downloadSettlementPostings,
  type downloadSettlements,
  settlementLineNames,
} from '@adire/contract/settlements.ts'
import type { SettlementLineType } from '@adire/contract/settlements-schemas.ts'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import type { TableFormat } from '../../http/cells.ts'
import { type RowColumn, rowColumns, streamTable, type TableRequest } from '../../http/table-file.ts'
import { findBank } from '../lookups/lookups.ts'
import { buildFilter, ofSettlementOwner } from './list.ts'
import { findSettlement, type SettlementKey, type SettlementRecord } from './move.ts'
import { type ListedSettlement, selectListedSettlements } from './paid-late.ts'
import { settlements } from './tables.ts'

/** File of all settlements that match a filter, or of all lines of one settlement. */
export async function* downloadSettlementsHandler(
  context: MerchantContext,
  input: ParsedInput<typeof downloadSettlements>,
  format: TableFormat,
) {
  const { settlementId, columns, ...filter } = input
  const request = { columns, format }
  if (settlementId === undefined) return yield* all(context, request, filter)
  const { id } = await findSettlement(context.tx, { merchantId: context.merchant.id, id: settlementId })
  return yield* ofOne(context, request, id)
}

const columnsOfAll: readonly RowColumn<ListedSettlement>[] = rowColumns('settlements', {
  reference: (row) => row.reference,
  status: settlementLabel,
  firstDay: (row) => row.firstDay,
  lastDay: (row) => row.lastDay,
  due: (row) => row.dueOn,
  paid: (row) => row.paidAt,
  payments: (row) => row.paymentCount,
  opening: (row) => row.openingKobo,
  gross: (row) => row.grossKobo,
  fees: (row) => row.feesKobo,
  vat: (row) => row.vatKobo,
  shares: (row) => row.sharesKobo,
  refunds: (row) => row.refundsKobo,
  disputes: (row) => row.disputesKobo,
  reserve: (row) => row.reserveKobo,
  adjustments: (row) => row.adjustmentsKobo,
  duty: (row) => -row.stampDutyKobo,
  amount: (row) => row.amountKobo,
  bank: (row) => row.bankId && findBank(row.bankId)?.name,
  account: (row) => row.accountNumber,
  accountName: (row) => row.accountName,
  narration: (row) => row.narration,
  bankReference: (row) => row.bankReference,
})

const all = (context: MerchantContext, request: TableRequest, filter: Parameters<typeof buildFilter>[0]) =>
  streamTable(columnsOfAll, request, (last, limit) =>
    selectListedSettlements(context.tx)
      .where(
        and(
          eq(settlements.merchantId, context.merchant.id),
          ofSettlementOwner(context, filter.partyId),
          buildFilter(filter),
          last && sql`(${settlements.createdAt}, ${settlements.id}) < (${last.createdAt}, ${last.id}::uuid)`,
        ),
      )
      .orderBy(desc(settlements.createdAt), desc(settlements.id))
      .limit(limit),
  )

/** Settlement line in a CSV file or PDF statement. */
export interface LineRecord {
  entryId: string
  account: string
  type: SettlementLineType
  at: Date
  description: string
  paymentReference: string | null
  customerEmail: string | null
  customerName: string | null
  channel: Channel | null
  grossKobo: number
  feeKobo: number
  vatKobo: number
  amountKobo: number
}

const columnsOfOne: readonly RowColumn<LineRecord>[] = rowColumns('settlementLines', {
  type: (row) => settlementLineNames[row.type],
  at: (row) => row.at,
  description: (row) => row.description,
  payment: (row) => row.paymentReference,
  customer: (row) => row.customerName,
  email: (row) => row.customerEmail,
  channel: (row) => row.channel && channelNames[row.channel],
  gross: (row) => row.grossKobo,
  fee: (row) => -row.feeKobo,
  vat: (row) => -row.vatKobo,
  // What a payment lacks after its fee: it went to split recipients.
  shares: (row) => (row.type === 'payment' ? row.amountKobo - row.grossKobo + row.feeKobo + row.vatKobo : 0),
  amount: (row) => row.amountKobo,
})

const ofOne = ({ tx, merchant }: MerchantContext, request: TableRequest, id: string) =>
  streamTable(columnsOfOne, request, (last: LineRecord | undefined, limit) =>
    readLines(tx, { merchantId: merchant.id, id }, last, limit),
  )

/** Lines of a settlement after the last one, oldest first. */
export async function readLines(
  tx: Tx,
  { merchantId, id }: SettlementKey,
  last: LineRecord | undefined,
  limit: number,
) {
  const { rows } = await tx.$client.query<LineRecord>({
    name: 'settlement_csv',
    text: `
      select line.entry_id as "entryId", line.account, line.type, line.at, entry.description,
             payment.reference as "paymentReference", payment.customer_email as "customerEmail",
             payment.customer_name as "customerName", payment.channel,
             line.gross_kobo as "grossKobo", line.fee_kobo as "feeKobo", line.vat_kobo as "vatKobo",
             line.amount_kobo as "amountKobo"
      from settlement_lines line
      left join ledger_entries entry on entry.id = line.entry_id and entry.merchant_id = $1
      left join payments payment on payment.merchant_id = $1 and payment.id = line.payment_id
      where line.merchant_id = $1 and line.settlement_id = $2
        and ($3::timestamptz is null or (line.at, line.entry_id, line.account) > ($3, $4::uuid, $5))
      order by line.at, line.entry_id, line.account limit $6`,
    values: [merchantId, id, last?.at ?? null, last?.entryId ?? null, last?.account ?? null, limit],
  })
  return rows
}

interface PostedLine {
  at: Date
  entryId: string
  reference: string
  description: string
  accountId: string
  owner: string
  kind: string
  amountKobo: number
}

const columnsOfPostings: RowColumn<PostedLine>[] = [
  { key: 'at', title: 'Time', kind: 'time', of: (row) => row.at },
  { key: 'entry', title: 'Entry', kind: 'name', of: (row) => row.reference },
  { key: 'description', title: 'Description', kind: 'name', of: (row) => row.description },
  { key: 'owner', title: 'Account of', kind: 'text', of: (row) => row.owner },
  { key: 'account', title: 'Account', kind: 'name', of: (row) => row.kind },
  { key: 'amount', title: 'Amount', kind: 'naira', of: (row) => row.amountKobo },
]

/** CSV of complete ledger entries, including platform accounts, so that each entry sums to zero; only entries of this merchant. */
export async function* downloadSettlementPostingsHandler(
  { tx, merchant }: MerchantContext,
  { id }: ParsedInput<typeof downloadSettlementPostings>,
) {
  const settlement = await findSettlement(tx, { merchantId: merchant.id, id })
  yield* streamTable(columnsOfPostings, { format: 'csv' }, async (last: PostedLine | undefined, limit) => {
    const { rows } = await tx.$client.query<PostedLine>({
      name: 'settlement_postings',
      text: `
        with entry as (
          select entry.* from ledger_entries entry
          where entry.merchant_id = $1::uuid and (
            entry.id in (select entry_id from settlement_lines where merchant_id = $1::uuid and settlement_id = $2)
            or entry.reference = any($3)
          )
        )
        select entry.at, entry.id as "entryId", entry.reference, entry.description, line.account_id as "accountId",
               case when account.owner = $1::text then 'business' when account.owner in ('TEST', 'LIVE') then 'provider'
                    else coalesce(recipient.name, 'party') end as owner, account.kind,
               line.amount_kobo as "amountKobo"
        from entry
        join ledger_lines line on line.merchant_id = $1::uuid and line.entry_id = entry.id
        join ledger_accounts account on account.id = line.account_id and account.merchant_id = $1::uuid
        left join split_recipients recipient on recipient.merchant_id = $1::uuid and recipient.id::text = account.owner
        where $4::timestamptz is null or (entry.at, entry.id, line.account_id) > ($4, $5::uuid, $6::uuid)
        order by entry.at, entry.id, line.account_id limit $7`,
      values: [
        merchant.id,
        settlement.id,
        settlementReferences(settlement),
        last?.at ?? null,
        last?.entryId ?? null,
        last?.accountId ?? null,
        limit,
      ],
    })
    return rows
  })
}

/** References of the settlement's own entries: made available, sent, paid, returned, sent back later. */
const settlementReferences = ({ id, entries, attempts }: SettlementRecord) => [
  ...Array.from({ length: entries }, (_, part) => `settlement:${id}:${part + 1}`),
  ...Array.from({ length: attempts }, (_, index) => `${id}:${index + 1}`).flatMap((attempt) => [
    `payout:${attempt}`,
    `payout:${attempt}:paid`,
    `payout:${attempt}:reversed`,
    `payout_return:${attempt}`,
    `payout_return:${attempt}:duty`,
  ]),
]
