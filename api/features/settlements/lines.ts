import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { listSettlementLines } from '@adire/contract/settlements.ts'
import type { SettlementLineType } from '@adire/contract/settlements-schemas.ts'
import type { MerchantContext } from '../../context.ts'
import { fromCursor, invalidCursor, isId, isInstant } from '../../database/keyset.ts'
import { countText, pageOfCounted } from '../../http/page.ts'
import { lagosDay, startOfDay } from '../../lagos.ts'
import { findSettlement } from './move.ts'
import { loadPayoutDays } from './payout-schedule.ts'

interface Line {
  entryId: string
  account: string
  type: SettlementLineType
  at: Date
  description: string
  paymentId: string | null
  paymentReference: string
  customerEmail: string
  customerName: string | null
  grossKobo: number
  feeKobo: number
  vatKobo: number
  amountKobo: number
}

/** Lines of a settlement, newest first. */
export async function listSettlementLinesHandler(
  { tx, merchant }: MerchantContext,
  input: ParsedInput<typeof listSettlementLines>,
) {
  const settlement = await findSettlement(tx, { merchantId: merchant.id, id: input.settlementId })
  // Lines since the payout day before are due now; older ones were brought forward.
  const before = startOfDay((await loadPayoutDays(tx, settlement)).previous(settlement.dueOn))
  const after = input.cursor === undefined ? undefined : parseCursor(input.cursor)
  const { rows } = await tx.$client.query<Line & { total: number }>({
    text: `
      with matching as materialized (
        select * from settlement_lines
        where merchant_id = $1 and settlement_id = $2 and ($3::text is null or type = $3)
          and ($4::date is null or (at at time zone 'Africa/Lagos')::date = $4)
      ), total as (
        ${countText('matching', 'true')}
      ), page as (
        select * from matching
        where $5::timestamptz is null or (at, entry_id, account) < ($5, $6::uuid, $7)
        order by at desc, entry_id desc, account desc limit $8 offset $9
      )
      select total, page.entry_id as "entryId", page.account, page.type, page.at, entry.description, page.payment_id as "paymentId",
             payment.reference as "paymentReference", payment.customer_email as "customerEmail",
             payment.customer_name as "customerName", page.gross_kobo as "grossKobo", page.fee_kobo as "feeKobo",
             page.vat_kobo as "vatKobo", page.amount_kobo as "amountKobo"
      from total left join page on true
      left join ledger_entries entry on entry.id = page.entry_id and entry.merchant_id = $1
      left join payments payment on payment.merchant_id = $1 and payment.id = page.payment_id
      order by page.at desc, page.entry_id desc, page.account desc`,
    values: [
      merchant.id,
      settlement.id,
      input.type ?? null,
      input.transactionDate ?? null,
      after?.at ?? null,
      after?.entryId ?? null,
      after?.account ?? null,
      input.limit + 1,
      input.cursor === undefined ? input.offset : 0,
    ],
  })
  return pageOfCounted(rows, input, {
    isThere: ({ entryId }) => entryId !== null,
    serialize: (line: Line) => toLineResponse(line, before),
    keyOf: ({ at, id }) => [at, id],
  })
}

/** Position after the last line of the previous page. Its id consists of the entry and the account. */
function parseCursor(cursor: string) {
  const [at, id] = fromCursor(cursor, 2) as [string, string]
  const [entryId = '', account = ''] = id.split(':')
  if (!isInstant(at) || !isId(entryId)) throw invalidCursor()
  return { at, entryId, account }
}

const toLineResponse = (line: Line, before: Date) => ({
  id: `${line.entryId}:${line.account}`,
  type: line.type,
  at: line.at.toISOString(),
  day: lagosDay(line.at),
  description: line.description,
  payment:
    line.paymentId === null
      ? null
      : {
          id: line.paymentId,
          reference: line.paymentReference,
          customerEmail: line.customerEmail,
          customerName: line.customerName,
        },
  grossKobo: line.grossKobo,
  feeKobo: line.feeKobo,
  vatKobo: line.vatKobo,
  amountKobo: line.amountKobo,
  isBroughtForward: line.at < before,
})
